/** Flags for a browser that sends no requests of its own, and that root can run too. */
export function chromiumFlags(): string[] {
  const root = process.getuid?.() === 0
  return [
    ...(root ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}
