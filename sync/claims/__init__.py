"""What players report: form answers, the games they fit, what the chess sites know of them, and which of them count."""
