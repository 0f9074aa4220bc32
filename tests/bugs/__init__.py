"""Does the suite still find bugs? `planted.toml` lists some, `plant` plants each in a copy and runs the tests."""
