/** Without it Node keeps up to 64 MB for young objects, also when idle (docs/benchmarks/small-server.md). */
export const NODE_FLAGS = ['--max-semi-space-size=8']
