"""What happened, as each player saw it: events in order, worked out only when somebody asks for a log.

`event` is the data; `effects` what one node of the flow changed; `reading` what it read that somebody does not see; `belief`
where in the rules somebody may take the play to be; `eyes` what a viewer sees of it; `chosen` a move's choices, as far as
they are known; `listener` what one viewer is told; `log` plays moves again, node by node.
"""
