/** A browser that talks to nobody but us, and that root may run too. */
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
