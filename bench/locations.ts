import { performance } from 'node:perf_hooks'

/**
 * `node bench/locations.ts http://localhost:8080`: how long a running server takes to suggest places, one call at a
 * time.
 */
const address = process.argv[2]
if (!address) throw new Error('Give the address of a running server.')

const CALLS = 2000
const TEXTS = {
  'two letters': ['sa', 'ma', 'st', 'ne', 'la'],
  'a city': ['austin', 'springfield', 'san josé', 'st. louis', "o'fallon"],
  'a city and a state': ['austin, tx', 'portland or', 'new york, new york', 'kansas city ks'],
  'a ZIP being typed': ['78', '787', '1000', '90210', '00901-1234'],
}

process.stdout.write('| typed | calls | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|---|\n')
for (const [kind, texts] of Object.entries(TEXTS)) {
  await times(texts, 200)
  const sorted = (await times(texts, CALLS)).toSorted((a, b) => a - b)
  const at = (share: number): string => sorted[Math.floor(share * (CALLS - 1))]!.toFixed(2)
  process.stdout.write(`| ${kind} | ${CALLS} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |\n`)
}

async function times(texts: string[], calls: number): Promise<number[]> {
  const taken: number[] = []
  for (let call = 0; call < calls; call++) {
    const text = texts[call % texts.length]!
    const before = performance.now()
    const answer = await fetch(`${address}/api/locations/search?q=${encodeURIComponent(text)}`)
    await answer.text()
    taken.push(performance.now() - before)
    if (!answer.ok) throw new Error(`${answer.status} for ${text}`)
  }
  return taken
}
