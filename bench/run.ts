import { existsSync } from 'node:fs'

/** `npm run bench -- NAME`: prints the table of bench/NAME.ts. What follows the name goes to it. */
const [name = ''] = process.argv.splice(2, 1)
const file = new URL(`./${name}.ts`, import.meta.url)
if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(file)) {
  console.error('Say what to measure, as in: npm run bench -- search')
  process.exit(1)
}
await import(file.href)
