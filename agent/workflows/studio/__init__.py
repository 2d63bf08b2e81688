"""Studio: guarded, routed, researched content with versions and platform checks."""
