import { expect } from '@playwright/test'
import { PASSWORD } from '../support/profile-form.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { field, log, newPair, send, unlike } from '../support/two-sides.ts'
import { wordsIn } from '../support/words.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 403/] })

test('after the other side has deleted her account the words stay, and nobody writes any more', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const { client, hers, context: her, write } = await newPair(page, browser, watch)
  const words = unlike('See you on Friday')
  await write('client', words)
  await hers.goto(`/messages/${client.id}`)
  await expect(hers.getByRole('heading', { name: 'Robin Journey' })).toBeVisible()
  const typed = unlike('Until then')
  await field(hers).fill(typed)
  const gone = await page.request.delete(`/api/users/${client.id}`, {
    headers: { 'current-password': encodeURIComponent(PASSWORD) },
  })
  expect(gone.ok()).toBe(true)

  await test.step('what she was typing is refused, and stays', async () => {
    await field(hers).press('Enter')
    await expect(log(hers).getByText(typed)).toBeVisible()
    await expect(
      log(hers).getByText('Not sent. You cannot write in this conversation.'),
    ).toBeVisible()
    await log(hers).getByRole('button', { name: 'Delete' }).click()
  })
  await test.step('the thread says that there is nobody, in three languages, and has no way to write or call', async () => {
    for (const language of ['pt', 'es', 'en'] as const) {
      const t = wordsIn(language)
      await her.addCookies([{ name: 'i18nextLng', value: language, url: baseURL ?? '' }])
      await hers.addInitScript((choice) => localStorage.setItem('i18nextLng', choice), language)
      await hers.goto(`/messages/${client.id}`)
      await expect(hers.getByRole('heading', { name: t('messaging:gone') })).toBeVisible()
      await expect(hers.getByText(t('messaging:gone_help'))).toBeVisible()
      const conversations = hers.getByRole('navigation', { name: t('messaging:conversations') })
      await expect(conversations.getByRole('link')).toContainText(t('messaging:gone'))
      await expect(log(hers).getByText(words)).toBeVisible()
      await expect(hers.getByRole('textbox')).toHaveCount(0)
      await expect(hers.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
    }
    await expectAccessible(hers)
  })
  await her.close()
})

test('who is blocked is refused without being told by whom, and keeps what she wrote', async ({
  page,
  browser,
  watch,
}) => {
  const { client, professional, hers, context: her } = await newPair(page, browser, watch)
  await page.goto(`/messages/${professional.id}`)
  const block = { other_user_id: client.id }
  expect((await hers.request.post('/api/chat/block', { data: block })).ok()).toBe(true)
  const text = unlike('Are you there?')
  await field(page).fill(text)
  await send(page).click()
  const refused = log(page).getByText('Not sent. You cannot write in this conversation.')
  await expect(refused).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send message' })).toBeVisible()
  await page.reload()
  await expect(log(page).getByText(text)).toBeVisible()
  await expect(refused).toBeVisible()
  await expect(page.getByText('Unblock')).toHaveCount(0)

  expect((await hers.request.delete(`/api/chat/block/${client.id}`)).ok()).toBe(true)
  await log(page).getByRole('button', { name: 'Retry' }).click()
  await expect(refused).toHaveCount(0)
  await hers.goto(`/messages/${client.id}`)
  await expect(log(hers).getByText(text)).toHaveCount(1)
  await her.close()
})
