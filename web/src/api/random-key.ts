/** A name for one thing that a person does (decision 40); unlike crypto.randomUUID also there when the page came over plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
