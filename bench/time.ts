import { withPostgres } from './harness.ts'
import { measureAbsence } from './time-absence.ts'
import { measureInstant } from './time-instant.ts'
import { measureSearch } from './time-search.ts'
import { measureSeries } from './time-series.ts'
import { measureSlots } from './time-slots.ts'

/** The figures of visits by time. `npm run bench -- time PART …` measures some parts, without names all. */
const PARTS = {
  search: measureSearch,
  slots: measureSlots,
  instant: measureInstant,
  absence: measureAbsence,
  series: measureSeries,
}

const names = process.argv.slice(2)
if (!names.every((name) => name in PARTS)) {
  console.error(`The parts are: ${Object.keys(PARTS).join(' ')}`)
  process.exit(1)
}
await withPostgres(async (postgres) => {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`\n${name}`)
    await measure(postgres)
  }
})
