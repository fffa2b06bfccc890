import {
  inSequence,
  goOffline,
  openDialog,
  openNotices,
  sendForm,
  waitForAlert,
  waitForText,
} from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { ana, asNewClient, lucia, maya, asClientWithOneBooking } from './people.ts'
import type { PageAction, GalleryScreen } from './screen.ts'

const SETTINGS_READS = /\/api\/(users\/[^/]+\/settings|notices\/switches|pairs)/
const SECURITY_READS = /\/api\/users\/[^/]+\/(security|sessions)/
const SWITCHES = '**/api/notices/switches'
const NOTICES = /\/api\/notices(\?|$)/
const openNoticePanel = inSequence(openNotices, waitForText('notices:choose'))
const waitForNoticeList: PageAction = (page) => page.locator('header time').first().waitFor()

/** Screens of the account and of notices. */
export const accountScreens: readonly GalleryScreen[] = [
  { name: 'settings', signIn: maya, path: '/settings' },
  { name: 'settings, professional', signIn: ana, path: '/settings' },
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
    afterOpen: sendForm('section:nth-of-type(3)'),
  },
  {
    name: 'settings, deleting',
    signIn: maya,
    path: '/settings',
    afterOpen: openDialog('account:delete.open'),
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
