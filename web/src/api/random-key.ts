/**
 * 128 random bits as hex, e.g. for an Idempotency-Key. Unlike crypto.randomUUID, it also exists on pages without https.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
