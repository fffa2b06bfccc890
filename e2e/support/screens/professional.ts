import { openGroups } from '../open-group.ts'
import {
  goOffline,
  inSequence,
  openDialog,
  openRow,
  sendForm,
  waitForPageMessage,
} from './actions.ts'
import {
  failRequests,
  keepRequestsPending,
  failPictures,
  withBusyCalendars,
} from './mock-answers.ts'
import {
  ana,
  asNewProfessional,
  grace,
  lucia,
  marcus,
  asProfessionalWithProfile,
} from './people.ts'
import type { ScreenState } from './screen.ts'

const OWN_PROFILE = '**/api/professional/profile/**'
const BUSY_TIMES = '**/api/professional/busy/**'
const OWN_TIMES = '**/api/professional/time/**'
const OWN_OFFER = '**/api/professional/offer/**'
const DASHBOARD = '**/api/professional/dashboard/**'

/** Screens of a professional: dashboard and profile form. */
export const professionalScreens: readonly ScreenState[] = [
  { name: 'professional-dashboard', signIn: grace, path: '/dashboard' },
  {
    name: 'professional-dashboard, tab of the profile',
    signIn: grace,
    path: '/dashboard?tab=profile',
  },
  {
    name: 'professional-dashboard, new professional',
    signIn: asNewProfessional,
    path: '/dashboard',
  },
  {
    name: 'professional-dashboard, tab of the profile without one',
    signIn: asNewProfessional,
    path: '/dashboard?tab=profile',
  },
  {
    name: 'professional-dashboard, new profile',
    signIn: asProfessionalWithProfile,
    path: '/dashboard',
  },
  {
    name: 'professional-dashboard, opened request',
    signIn: grace,
    path: '/dashboard',
    afterOpen: (page) => page.locator('main article summary').first().press('Enter'),
  },
  { name: 'professional-dashboard, locked lead', signIn: lucia, path: '/dashboard' },
  { name: 'professional-dashboard, inactive', signIn: marcus, path: '/dashboard' },
  {
    name: 'professional-dashboard, no pictures',
    signIn: grace,
    path: '/dashboard',
    beforeOpen: failPictures,
  },
  {
    name: 'professional-dashboard, loading',
    signIn: grace,
    path: '/dashboard',
    beforeOpen: keepRequestsPending(DASHBOARD),
  },
  {
    name: 'professional-dashboard, request failed',
    signIn: grace,
    path: '/dashboard',
    beforeOpen: failRequests(DASHBOARD),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'professional-dashboard, offline',
    signIn: grace,
    path: '/dashboard',
    afterOpen: goOffline,
  },
  { name: 'professional-dashboard, all bookings', signIn: grace, path: '/dashboard?open=bookings' },
  {
    name: 'professional-dashboard, month',
    signIn: grace,
    path: '/dashboard?open=bookings&as=calendar',
  },
  {
    name: 'professional-dashboard, no bookings',
    signIn: asProfessionalWithProfile,
    path: '/dashboard?open=bookings',
  },
  { name: 'professional-dashboard, share', signIn: grace, path: '/dashboard?open=share' },
  { name: 'professional-dashboard, full profile', signIn: ana, path: '/dashboard?open=profile' },
  { name: 'professional-dashboard, calendar', signIn: ana, path: '/dashboard?open=calendar-feed' },
  { name: 'time', signIn: grace, path: '/dashboard/time' },
  { name: 'time, open', signIn: grace, path: '/dashboard/time', afterOpen: openGroups },
  {
    name: 'time, absence',
    signIn: ana,
    path: '/dashboard/time',
    afterOpen: inSequence(openRow('time:absence.title'), openDialog('time:absence.start')),
  },
  {
    name: 'time, busy times',
    signIn: grace,
    path: '/dashboard/time',
    beforeOpen: withBusyCalendars,
    afterOpen: openRow('time:busy.title'),
  },
  {
    name: 'time, busy times loading',
    signIn: grace,
    path: '/dashboard/time',
    beforeOpen: keepRequestsPending(BUSY_TIMES),
    afterOpen: openRow('time:busy.title'),
  },
  {
    name: 'time, busy times failed',
    signIn: grace,
    path: '/dashboard/time',
    beforeOpen: failRequests(BUSY_TIMES),
    afterOpen: inSequence(openRow('time:busy.title'), (page) =>
      page.locator('main [role=alert]').first().waitFor(),
    ),
  },
  { name: 'offer', signIn: grace, path: '/dashboard/offer', afterOpen: openGroups },
  { name: 'offer, nothing saved', signIn: asProfessionalWithProfile, path: '/dashboard/offer' },
  {
    name: 'offer, loading',
    signIn: grace,
    path: '/dashboard/offer',
    beforeOpen: keepRequestsPending(OWN_OFFER),
  },
  {
    name: 'offer, request failed',
    signIn: grace,
    path: '/dashboard/offer',
    beforeOpen: failRequests(OWN_OFFER),
    afterOpen: waitForPageMessage,
  },
  { name: 'week', signIn: grace, path: '/dashboard/week' },
  { name: 'week, week', signIn: grace, path: '/dashboard/week?view=week' },
  { name: 'week, month', signIn: grace, path: '/dashboard/week?view=month' },
  {
    name: 'week, request failed',
    signIn: grace,
    path: '/dashboard/week',
    beforeOpen: failRequests('**/api/professional/agenda/**'),
    afterOpen: waitForPageMessage,
  },
  { name: 'time, not stated', signIn: asProfessionalWithProfile, path: '/dashboard/time' },
  {
    name: 'time, loading',
    signIn: grace,
    path: '/dashboard/time',
    beforeOpen: keepRequestsPending(OWN_TIMES),
  },
  {
    name: 'time, request failed',
    signIn: grace,
    path: '/dashboard/time',
    beforeOpen: failRequests(OWN_TIMES),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'professional-dashboard, verification',
    signIn: asProfessionalWithProfile,
    path: '/dashboard?open=verify',
  },
  {
    name: 'professional-dashboard, cancelling',
    signIn: grace,
    path: '/dashboard?open=cancel-subscription',
  },
  {
    name: 'professional-dashboard, payment cancelled',
    signIn: marcus,
    path: '/dashboard?payment=cancel',
  },
  { name: 'profile-form', signIn: ana, path: '/dashboard/profile' },
  { name: 'profile-form, new', signIn: asNewProfessional, path: '/dashboard/profile' },
  {
    name: 'profile-form, incomplete',
    signIn: asNewProfessional,
    path: '/dashboard/profile',
    afterOpen: sendForm(),
  },
  {
    name: 'profile-form, loading',
    signIn: ana,
    path: '/dashboard/profile',
    beforeOpen: keepRequestsPending(OWN_PROFILE),
  },
  {
    name: 'profile-form, request failed',
    signIn: ana,
    path: '/dashboard/profile',
    beforeOpen: failRequests(OWN_PROFILE),
    afterOpen: waitForPageMessage,
  },
]
