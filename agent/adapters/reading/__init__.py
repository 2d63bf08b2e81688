"""Users' files as Markdown. One module per format; `child` runs them where they can do no harm."""
