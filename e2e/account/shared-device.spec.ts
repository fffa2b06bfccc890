import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { idOf } from '../support/a-client.ts'
import { logIn, test } from '../support/journey.ts'
import { log } from '../support/two-sides.ts'

test.use({ expected: [/Failed to load resource|could not be (counted|asked for)/] })

test('on a shared device no open tab shows what belongs to the one before', async ({
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

  await test.step('logged out in one tab, she is logged out in all', async () => {
    await page.goto('/marketplace')
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    for (const tab of [other, third]) {
      await expect(tab).toHaveURL(/\/login\?next=/)
      await expect(log(tab)).toHaveCount(0)
    }
  })
  await test.step('where another logs in over her, every tab becomes the other’s', async () => {
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
