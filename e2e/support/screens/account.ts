import { openGroups } from '../open-group.ts'
import {
  inSequence,
  goOffline,
  openDialog,
  openNotices,
  openRow,
  sendForm,
  waitForAlert,
  waitForText,
} from './actions.ts'
import { LONG_WORD } from './long-texts.ts'
import { answerCalls, failRequests, keepRequestsPending } from './mock-answers.ts'
import { ana, asNewClient, lucia, maya, asClientWithOneBooking } from './people.ts'
import type { PageAction, ScreenState } from './screen.ts'

const SETTINGS_READS = /\/api\/(users\/[^/]+\/settings|notices\/switches|pairs)/
const SECURITY_READS = /\/api\/users\/[^/]+\/(security|sessions)/
const SWITCHES = '**/api/notices/switches'
const NOTICES = /\/api\/notices(\?|$)/
const openNoticePanel = inSequence(openNotices, waitForText('notices:choose'))
const waitForNoticeList: PageAction = (page) => page.locator('header time').first().waitFor()

const CODES = Array.from(
  { length: 10 },
  (_, at) => `${'abcde'[at % 5]}k3mp-q7xr2-n4vbd-h6ty5-wz2cf`,
)
const PASSKEY = { created_at: '2026-11-01T12:00:00.000Z', last_used_at: null, synced: false }
/** An account with two passkeys and codes from an app. */
const PROTECTED = {
  email_verified: true,
  passkeys_available: true,
  passkeys: [
    { ...PASSKEY, id: '0198aaaa-0000-7000-8000-000000000001', name: 'My phone', synced: true },
    { ...PASSKEY, id: '0198aaaa-0000-7000-8000-000000000002', name: LONG_WORD.slice(0, 60) },
  ],
  totp: true,
  recovery_codes_left: 7,
  known_devices: 2,
  confirmed_until: null,
}

/** Screens of the account and of notices. */
export const accountScreens: readonly ScreenState[] = [
  { name: 'you', signIn: maya, path: '/you' },
  {
    name: 'you, install',
    signIn: maya,
    path: '/you',
    afterOpen: openDialog('app:install.open'),
  },
  { name: 'you, professional', signIn: ana, path: '/you' },
  { name: 'settings', signIn: maya, path: '/settings', afterOpen: openGroups },
  { name: 'settings, professional', signIn: ana, path: '/settings' },
  { name: 'decisions', signIn: maya, path: '/decisions' },
  {
    name: 'settings, loading',
    signIn: maya,
    path: '/settings',
    beforeOpen: keepRequestsPending(SETTINGS_READS),
  },
  {
    name: 'settings, request failed',
    signIn: maya,
    path: '/settings',
    beforeOpen: failRequests(SETTINGS_READS),
    afterOpen: waitForAlert,
  },
  { name: 'settings, offline', signIn: maya, path: '/settings', afterOpen: goOffline },
  {
    name: 'settings, incomplete',
    signIn: maya,
    path: '/settings',
    afterOpen: inSequence(
      openRow('account:password.title'),
      sendForm('main section details[open]'),
    ),
  },
  {
    name: 'settings, deleting',
    signIn: maya,
    path: '/settings',
    afterOpen: inSequence(openRow('account:delete.title'), openDialog('account:delete.open')),
  },
  { name: 'settings, security', signIn: maya, path: '/settings/security' },
  {
    name: 'settings, security, loading',
    signIn: maya,
    path: '/settings/security',
    beforeOpen: keepRequestsPending(SECURITY_READS),
  },
  {
    name: 'settings, security, request failed',
    signIn: maya,
    path: '/settings/security',
    beforeOpen: failRequests(SECURITY_READS),
    afterOpen: waitForAlert,
  },
  {
    name: 'settings, security, app setup',
    signIn: asNewClient,
    path: '/settings/security',
    beforeOpen: answerCalls(/\/totp$/, {
      json: {
        secret: '4X3J4F5GXR3MZGES3IU66Z7AIR463TEJ',
        otpauth_url:
          'otpauth://totp/Lustra:maya@example.com?secret=4X3J4F5GXR3MZGES3IU66Z7AIR463TEJ',
        expires_at: '2026-12-01T12:00:00.000Z',
      },
    }),
    afterOpen: openDialog('security:app.add'),
  },
  {
    name: 'settings, security, confirm',
    signIn: asNewClient,
    path: '/settings/security',
    afterOpen: openDialog('security:app.add'),
  },
  {
    name: 'settings, security, factors',
    signIn: asNewClient,
    path: '/settings/security',
    beforeOpen: inSequence(
      answerCalls(/\/api\/users\/[^/]+\/security$/, { json: PROTECTED }),
      answerCalls(/\/recovery-codes$/, { json: { recovery_codes: CODES } }),
    ),
  },
  {
    name: 'settings, security, recovery codes',
    signIn: asNewClient,
    path: '/settings/security',
    beforeOpen: inSequence(
      answerCalls(/\/api\/users\/[^/]+\/security$/, { json: PROTECTED }),
      answerCalls(/\/recovery-codes$/, { json: { recovery_codes: CODES } }),
    ),
    afterOpen: inSequence(
      openDialog('security:codes.renew'),
      (page) => page.locator('dialog[open] [type=submit]').click(),
      waitForText('security:codes.once'),
    ),
  },
  { name: 'settings, reliability', signIn: ana, path: '/settings/reliability' },
  { name: 'settings, notices', signIn: maya, path: '/settings/notices' },
  { name: 'settings, safety contact', signIn: ana, path: '/settings/safety' },
  {
    name: 'settings, notices, loading',
    signIn: maya,
    path: '/settings/notices',
    beforeOpen: keepRequestsPending(SWITCHES),
  },
  {
    name: 'settings, notices, request failed',
    signIn: maya,
    path: '/settings/notices',
    beforeOpen: failRequests(SWITCHES),
    afterOpen: waitForAlert,
  },
  {
    name: 'professional-dashboard, notices',
    signIn: inSequence(asClientWithOneBooking, lucia),
    path: '/dashboard',
    afterOpen: inSequence(openNoticePanel, waitForNoticeList),
  },
  {
    name: 'marketplace, no notices',
    signIn: asNewClient,
    path: '/marketplace',
    afterOpen: inSequence(openNoticePanel, waitForText('notices:none')),
  },
  {
    name: 'marketplace, notices loading',
    signIn: maya,
    path: '/marketplace',
    beforeOpen: keepRequestsPending(NOTICES),
    afterOpen: openNoticePanel,
  },
  {
    name: 'marketplace, notices request failed',
    signIn: maya,
    path: '/marketplace',
    beforeOpen: failRequests(NOTICES),
    afterOpen: inSequence(openNoticePanel, waitForAlert),
  },
]
