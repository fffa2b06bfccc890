/**
 * Without the first three Node keeps up to 64 MB for young objects, also when idle, and lets the heap grow to more than
 * twice of what lives. A start is not held up by collections (docs/benchmarks/small-server.md). With little room for
 * young objects V8 would soon make those old from the beginning that seldom live long (docs/benchmarks/messages.md).
 */
export const NODE_FLAGS = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--initial-old-space-size=100',
  '--no-allocation-site-pretenuring',
]
