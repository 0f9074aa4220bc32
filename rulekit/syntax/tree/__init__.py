"""The classes of the syntax tree: `expressions`, `statements`, `declarations`. Import them from `rulekit.syntax.ast`."""
