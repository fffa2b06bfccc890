import {
  book,
  inSequence,
  goOffline,
  openAccount,
  openDialog,
  openFirstBooking,
  press,
  profilePathOf,
  sendForm,
  waitForFailedPicture,
  waitForPageMessage,
  waitUntilNotBusy,
} from './actions.ts'
import {
  answerWithInvalidData,
  failRequests,
  keepRequestsPending,
  withEmptyProfile,
  withLongTexts,
  withProposedTime,
  failPictures,
} from './mock-answers.ts'
import { ana, asNewClient, maya, asClientWithOneBooking } from './people.ts'
import type { GalleryScreen } from './screen.ts'

const PROFILE = '**/api/professional/public-view/**'
const BOOKINGS = '**/api/bookings/client/**'
const BOOKING = '**/api/bookings/*'

/** Screens of a client: marketplace, a professional, bookings. */
export const clientScreens: readonly GalleryScreen[] = [
  { name: 'marketplace', signIn: maya, path: '/marketplace' },
  { name: 'marketplace, new client', signIn: asNewClient, path: '/marketplace' },
  {
    name: 'marketplace, no ZIP',
    signIn: asNewClient,
    path: '/marketplace',
    afterOpen: press('search:submit'),
  },
  { name: 'marketplace, account', signIn: maya, path: '/marketplace', afterOpen: openAccount },
  {
    name: 'marketplace, loading',
    signIn: maya,
    path: '/marketplace',
    beforeOpen: keepRequestsPending(BOOKINGS),
  },
  {
    name: 'marketplace, request failed',
    signIn: maya,
    path: '/marketplace',
    beforeOpen: failRequests(BOOKINGS),
    afterOpen: waitUntilNotBusy,
  },
  { name: 'marketplace, offline', signIn: maya, path: '/marketplace', afterOpen: goOffline },
  { name: 'professional-profile', signIn: maya, path: profilePathOf('grace-walker') },
  {
    name: 'professional-profile, first day',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: withEmptyProfile,
  },
  {
    name: 'professional-profile, loading',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: keepRequestsPending(PROFILE),
  },
  {
    name: 'professional-profile, request failed',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: failRequests(PROFILE),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'professional-profile, crash',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: answerWithInvalidData(PROFILE),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'professional-profile, not found',
    signIn: maya,
    path: '/professionals/00000000-0000-4000-8000-000000000000',
  },
  {
    name: 'professional-profile, no pictures',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: failPictures,
    afterOpen: waitForFailedPicture,
  },
  {
    name: 'professional-profile, long texts',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    beforeOpen: withLongTexts,
  },
  {
    name: 'professional-profile, to a professional',
    signIn: ana,
    path: profilePathOf('grace-walker'),
  },
  {
    name: 'professional-profile, reviewing',
    signIn: asNewClient,
    path: profilePathOf('grace-walker'),
    afterOpen: inSequence(press('reviews:write.open'), sendForm()),
  },
  {
    name: 'professional-profile, contact',
    signIn: asNewClient,
    path: profilePathOf('grace-walker', '?contact=1'),
  },
  {
    name: 'professional-profile, booking',
    signIn: maya,
    path: profilePathOf('grace-walker', '?book=1'),
  },
  {
    name: 'professional-profile, booking incomplete',
    signIn: asNewClient,
    path: profilePathOf('grace-walker', '?book=1'),
    afterOpen: sendForm('dialog'),
  },
  {
    name: 'professional-profile, booked',
    signIn: asNewClient,
    path: profilePathOf('lucia-hernandez', '?book=1'),
    afterOpen: book,
  },
  {
    name: 'professional-profile, offline',
    signIn: maya,
    path: profilePathOf('grace-walker'),
    afterOpen: goOffline,
  },
  { name: 'bookings', signIn: maya, path: '/bookings' },
  { name: 'bookings, none', signIn: asNewClient, path: '/bookings' },
  { name: 'bookings, one with long texts', signIn: asClientWithOneBooking, path: '/bookings' },
  {
    name: 'bookings, loading',
    signIn: maya,
    path: '/bookings',
    beforeOpen: keepRequestsPending(BOOKINGS),
  },
  {
    name: 'bookings, request failed',
    signIn: maya,
    path: '/bookings',
    beforeOpen: failRequests(BOOKINGS),
    afterOpen: waitForPageMessage,
  },
  { name: 'bookings, offline', signIn: maya, path: '/bookings', afterOpen: goOffline },
  { name: 'booking', signIn: maya, path: '/bookings', afterOpen: openFirstBooking },
  {
    name: 'booking, long texts',
    signIn: asClientWithOneBooking,
    path: '/bookings',
    afterOpen: openFirstBooking,
  },
  {
    name: 'booking, cancelling',
    signIn: asClientWithOneBooking,
    path: '/bookings',
    afterOpen: inSequence(openFirstBooking, openDialog('bookings:cancel.open')),
  },
  {
    name: 'booking, proposing',
    signIn: asClientWithOneBooking,
    path: '/bookings',
    afterOpen: inSequence(openFirstBooking, openDialog('bookings:proposal.open')),
  },
  {
    name: 'booking, proposed time',
    signIn: asClientWithOneBooking,
    path: '/bookings',
    beforeOpen: withProposedTime,
    afterOpen: openFirstBooking,
  },
  {
    name: 'booking, not found',
    signIn: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
  },
  {
    name: 'booking, loading',
    signIn: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
    beforeOpen: keepRequestsPending(BOOKING),
  },
  {
    name: 'booking, request failed',
    signIn: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
    beforeOpen: failRequests(BOOKING),
    afterOpen: waitForPageMessage,
  },
]
