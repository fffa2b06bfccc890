// rule: number-formats
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { logIn } from '../support/journey.ts'
import { clientScreens } from './screens/client-screens.ts'
import { test } from './reading.ts'

test('each number, day and name that a client reads is what the database holds', async ({
  openReader,
}) => {
  test.setTimeout(240_000)
  const { page, rows, expectTrue } = await openReader()
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const { screens, names } = await clientScreens(rows, DEMO_PEOPLE.maya.email)
  await expectTrue(screens, names)
})
