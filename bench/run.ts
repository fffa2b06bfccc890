import { existsSync } from 'node:fs'

/** `npm run bench -- NAME`: runs bench/NAME.ts, which prints a table. Further arguments are passed on. */
const [name = ''] = process.argv.splice(2, 1)
const file = new URL(`./${name}.ts`, import.meta.url)
if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(file)) {
  console.error('Name a benchmark, as in: npm run bench -- search')
  process.exit(1)
}
await import(file.href)
