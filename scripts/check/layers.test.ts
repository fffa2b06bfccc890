// rule: none, the import check keeps the layers of the repository in order
import { describe, expect, test } from 'vitest'
import { importFaults } from './layers.ts'

const booking = 'server/src/bookings/moves/booking.ts'

function faults(files: Record<string, string>): string[] {
  return importFaults(new Map(Object.entries(files)))
}

describe('the order of the layers', () => {
  test.each([
    ['an earlier area in a later one', booking, '#server/people/guards.ts'],
    ['infrastructure in a feature', booking, '#server/db/db.ts'],
    ['the contract in the server', booking, '#contract/bookings/bookings.ts'],
    ['the contract’s plain values in the web', 'web/src/ui/a.tsx', '#contract/product.ts'],
    ['a package anywhere', booking, 'kysely'],
  ])('allows %s', (_, file, specifier) => {
    expect(faults({ [file]: `import { x } from '${specifier}'` })).toEqual([])
  })

  test.each([
    ['a later area in an earlier one', 'server/src/people/a.ts', '#server/bookings/booking.ts'],
    ['a type of a later area', 'server/src/people/a.ts', '#server/bookings/types.ts'],
    ['an area in infrastructure', 'server/src/db/db.ts', '#server/people/a.ts'],
    ['an area in the context', 'server/src/context.ts', '#server/people/a.ts'],
    ['another area’s queries', booking, '#server/people/sessions.queries.ts'],
    ['another area’s routes', booking, '#server/people/sessions.routes.ts'],
    ['the web in the server', booking, '#web/ui/a.tsx'],
    ['the server in the web', 'web/src/ui/a.tsx', '#server/db/db.ts'],
    ['a view in an area of the web', 'web/src/features/market/a.tsx', '#web/views/home.tsx'],
    [
      'a later area of the web in an earlier one',
      'web/src/features/bookings/a.ts',
      '#web/features/talk/a.ts',
    ],
    ['the session in the user interface', 'web/src/ui/a.tsx', '#web/session/session.ts'],
    ['the server in the contract', 'contract/a.ts', '#server/db/db.ts'],
    ['a test', booking, './booking.test.ts'],
  ])('refuses %s', (_, file, specifier) => {
    expect(faults({ [file]: `import {\n  x,\n} from '${specifier}'` })).toHaveLength(1)
  })

  test('the web must not load zod, also not through another file of the contract', () => {
    const contract = {
      'contract/bookings/bookings.ts': `import { Zip } from '../values.ts'`,
      'contract/values.ts': `import { z } from 'zod'`,
    }
    const page = 'web/src/ui/a.tsx'
    const specifier = `'#contract/bookings/bookings.ts'`
    expect(faults({ ...contract, [page]: `import { B } from ${specifier}` })).toHaveLength(1)
    expect(faults({ ...contract, [page]: `import type { B } from ${specifier}` })).toEqual([])
    expect(faults({ ...contract, [page]: `const b = import(${specifier})` })).toEqual([])
  })

  test('a folder without a layer is reported', () => {
    expect(faults({ 'server/attic/a.ts': `import 'kysely'` })[0]).toContain('belongs to no layer')
  })
})
