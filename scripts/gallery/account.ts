import {
  inTurn,
  offline,
  openDialog,
  openNotices,
  sendForm,
  untilFailed,
  untilSaid,
} from './acts.ts'
import { lineDown, neverAnswered } from './answers.ts'
import { ana, asNewClient, lucia, maya, withOneVisit } from './people.ts'
import type { Act, GalleryScreen } from './screen.ts'

const KEPT_OF_HER = /\/api\/(users\/[^/]+\/(settings|sessions)|notices\/switches)/
const SWITCHES = '**/api/notices/switches'
const NOTICES = /\/api\/notices(\?|$)/
const look = inTurn(openNotices, untilSaid('notices:choose'))
const untilListed: Act = (page) => page.locator('header time').first().waitFor()

/** The account settings and the notices. */
export const accountScreens: readonly GalleryScreen[] = [
  { name: 'settings', as: maya, path: '/settings' },
  { name: 'settings, professional', as: ana, path: '/settings' },
  { name: 'settings, loading', as: maya, path: '/settings', given: neverAnswered(KEPT_OF_HER) },
  {
    name: 'settings, line down',
    as: maya,
    path: '/settings',
    given: lineDown(KEPT_OF_HER),
    once: untilFailed,
  },
  { name: 'settings, offline', as: maya, path: '/settings', once: offline },
  {
    name: 'settings, incomplete',
    as: maya,
    path: '/settings',
    once: sendForm('section:nth-of-type(2)'),
  },
  {
    name: 'settings, deleting',
    as: maya,
    path: '/settings',
    once: openDialog('account:delete.open'),
  },
  { name: 'notice-settings', as: maya, path: '/settings/notices' },
  {
    name: 'notice-settings, loading',
    as: maya,
    path: '/settings/notices',
    given: neverAnswered(SWITCHES),
  },
  {
    name: 'notice-settings, line down',
    as: maya,
    path: '/settings/notices',
    given: lineDown(SWITCHES),
    once: untilFailed,
  },
  {
    name: 'professional-dashboard, notices',
    as: inTurn(withOneVisit, lucia),
    path: '/dashboard',
    once: inTurn(look, untilListed),
  },
  {
    name: 'marketplace, no notices',
    as: asNewClient,
    path: '/marketplace',
    once: inTurn(look, untilSaid('notices:none')),
  },
  {
    name: 'marketplace, notices loading',
    as: maya,
    path: '/marketplace',
    given: neverAnswered(NOTICES),
    once: look,
  },
  {
    name: 'marketplace, notices line down',
    as: maya,
    path: '/marketplace',
    given: lineDown(NOTICES),
    once: inTurn(look, untilFailed),
  },
]
