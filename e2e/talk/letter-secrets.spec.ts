// rule: secret-addresses, email-verification
import { expect } from '@playwright/test'
import type { Page, Request } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { startTestProxy } from '../support/server/test-proxy.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const SECRET = 'b_-9'.repeat(11)
const OTHER = 'z0_-'.repeat(11)
/** The browser reports each refused call. */
const REFUSED = /Failed to load resource: the server responded with a status of 40[04]/

type Screen = {
  name: string
  address: string
  /** The path of the call that sends the secret. */
  call: string
  /** Makes the screen send the secret. Absent if the screen does so by itself. */
  send?: (page: Page) => Promise<void>
  refused: string
  /** Where a new link can be asked for, and where its link leads a visitor. */
  askAt?: { link: string; address: string | RegExp }
}

const press = (label: string) => (page: Page) => page.getByRole('button', { name: label }).click()

const FORGOT_PASSWORD = { link: t('identity:ask_for_link'), address: '/forgot-password' }

const SCREENS: Screen[] = [
  {
    name: 'reset-password',
    address: '/reset-password',
    call: '/api/auth/reset-password',
    async send(page) {
      for (const label of [t('identity:reset.new_password'), t('identity:reset.confirm_password')])
        await page.getByLabel(label, { exact: true }).fill('clean windows 8')
      await press(t('identity:reset.submit'))(page)
    },
    refused: t('errors:invalid_reset_token'),
    askAt: FORGOT_PASSWORD,
  },
  {
    name: 'not-me',
    address: '/not-me',
    call: '/api/auth/not-me',
    send: press(t('identity:not_me.submit')),
    refused: t('errors:invalid_verification_token'),
    askAt: FORGOT_PASSWORD,
  },
  {
    name: 'verify-email',
    address: '/verify-email',
    call: '/api/auth/verify-email/address',
    refused: t('errors:invalid_verification_token'),
    // The settings, after the login.
    askAt: { link: t('identity:verify_email.ask'), address: /\/login/ },
  },
  {
    name: 'answer',
    address: '/answer?answer=declined',
    call: '/api/letter-links/request',
    refused: t('errors:answer_link_ended'),
  },
  {
    name: 'unsubscribe',
    address: '/unsubscribe',
    call: '/api/letter-links/topic',
    refused: t('notices:unsubscribe.unknown'),
  },
]

/** Opens a link, sends its secret, and returns the body of that call. */
async function bodySentFrom(
  page: Page,
  { call, send, refused }: Screen,
  open: () => Promise<unknown>,
) {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === call)
  await open()
  await send?.(page)
  const body = (await sent).postDataJSON() as { token: string }
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(refused)
  return body
}

test.describe('the secret of a letter’s link', () => {
  test.use({ expected: [REFUSED] })

  for (const screen of SCREENS) {
    test(`reaches ${screen.name} alone, and if it is missing the screen says so`, async ({
      page,
    }) => {
      await test.step('behind # it leaves the browser in a body alone, also after a reload and for another link', async () => {
        const requests: Request[] = []
        const record = (request: Request) => requests.push(request)
        page.on('request', record)
        const link = `${screen.address}#token=${SECRET}`
        expect(await bodySentFrom(page, screen, () => page.goto(link))).toMatchObject({
          token: SECRET,
        })
        await expect(page).toHaveURL(link)
        expect(await bodySentFrom(page, screen, () => page.reload())).toMatchObject({
          token: SECRET,
        })
        const other = link.replace(SECRET, OTHER)
        const opened = await bodySentFrom(page, screen, () =>
          page.evaluate((address) => window.location.assign(address), other),
        )
        expect(opened).toMatchObject({ token: OTHER })
        page.off('request', record)
        expect(requests.length).toBeGreaterThan(0)
        for (const request of requests) {
          const { referer } = await request.allHeaders()
          expect(`${request.url().split('#')[0]} ${referer ?? ''}`).not.toMatch(
            new RegExp(`${SECRET}|${OTHER}`),
          )
        }
      })
      await test.step('it still arrives in the path, as in letters of earlier versions', async () => {
        const [path, query] = screen.address.split('?')
        const link = `${path}/${SECRET}${query ? `?${query}` : ''}`
        expect(await bodySentFrom(page, screen, () => page.goto(link))).toMatchObject({
          token: SECRET,
        })
      })
      await test.step('if it is missing, the screen says that the link is not valid', async () => {
        await page.goto(screen.address)
        const refused =
          screen.name === 'reset-password' ? t('errors:invalid_verification_token') : screen.refused
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(refused)
        await expectAccessible(page)
        if (!screen.askAt) return
        await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
        await page.getByRole('link', { name: screen.askAt.link }).click()
        await expect(page).toHaveURL(screen.askAt.address)
      })
    })
  }
})

test.describe('with an expired session', () => {
  test.use({ expected: [/status of 401|WebSocket connection/] })

  test('the screen of a letter’s link stays, and the secret gets into no other address', async ({
    page,
    context,
  }) => {
    await newClient(page)
    await page.clock.install()
    const link = `/not-me#token=${SECRET}`
    await page.goto(link)
    await expect(page.getByRole('button', { name: t('identity:not_me.submit') })).toBeVisible()
    await context.clearCookies()
    // On a busy machine the app may notice only with a later request.
    await expect(async () => {
      await page.clock.runFor(31_000)
      const login = page.getByRole('link', { name: t('app:nav.login') })
      await expect(login).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(page).toHaveURL(link)
    await expect(page.getByRole('button', { name: t('identity:not_me.submit') })).toBeVisible()
  })
})

test.describe('in the installed app', () => {
  test.use({
    worker: true,
    expected: [/Failed to load resource|WebSocket connection|could not be loaded/],
  })

  test('a letter’s link that is opened offline shows its request when the connection is back, and its secret is stored nowhere', async ({
    page,
    context,
    baseURL,
  }) => {
    const proxy = await startTestProxy(baseURL ?? '')
    // The app stores the code of this screen once it was opened.
    await page.goto(`${proxy.origin}/answer`)
    await expect(page.locator('html')).toHaveAttribute('data-offline-ready', '')
    proxy.dropConnections(true)
    await context.setOffline(true)
    await page.goto(`${proxy.origin}/answer#token=${SECRET}`)
    await page.reload()
    await expect(page.getByText(t('offline:offline'))).toBeVisible()
    await expect(page.getByText(t('errors:answer_link_ended'))).toBeHidden()
    proxy.dropConnections(false)
    await context.setOffline(false)
    await expect(page.getByText(t('errors:answer_link_ended'))).toBeVisible({ timeout: 20_000 })
    const stored = await page.evaluate(async () => {
      const names = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      const addresses = names.flat().map(({ url }) => url)
      return JSON.stringify([addresses, { ...localStorage }, { ...sessionStorage }])
    })
    expect(stored).toContain('/assets/')
    expect(stored).not.toContain(SECRET)
    expect(proxy.requestCount(/\/answer/)).toBeGreaterThan(0)
    expect(proxy.requestCount(new RegExp(SECRET))).toBe(0)
    await proxy.stop()
  })
})
