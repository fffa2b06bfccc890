// rule: logout, session-expiry
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { idOf } from '../support/new-client.ts'
import { logIn, test } from '../support/journey.ts'
import { log } from '../support/conversation.ts'

test.use({ expected: [/Failed to load resource|could not be (counted|loaded)/] })

test('on a shared device no open tab shows data of the previous user', async ({
  page,
  context,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const thread = `/messages/${await idOf(page, DEMO_PEOPLE.grace.slug)}`
  const [other, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, other, third]) {
    await tab.goto(thread)
    await expect(log(tab)).toBeVisible()
  }

  await test.step('logout in one tab logs out every tab', async () => {
    await page.goto('/marketplace')
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    for (const tab of [other, third]) {
      await expect(tab).toHaveURL(/\/login\?next=/)
      await expect(log(tab)).toHaveCount(0)
    }
  })
  await test.step('when another user logs in, every tab shows that user', async () => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    for (const tab of [other, third]) {
      await tab.goto(thread)
      await expect(log(tab)).toBeVisible()
    }
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    await page.goto('/marketplace')
    for (const tab of [other, third]) {
      await expect(tab.getByRole('banner').getByText('Welcome, Carlos')).toBeVisible()
      await expect(log(tab)).toHaveCount(0)
    }
  })
})
