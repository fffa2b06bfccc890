// Loaded first (`--import`) into a program that knows nothing of its launcher: it ends when the launcher is gone.
// rule: launcher-gone
process.on('disconnect', () => process.exit())
