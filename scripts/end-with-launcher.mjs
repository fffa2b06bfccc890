// Loaded first (`--import`) into a program that knows nothing of its launcher: it ends when the launcher is gone.
// rule: graceful-shutdown
process.on('disconnect', () => process.exit())
