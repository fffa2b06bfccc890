import {
  book,
  inTurn,
  offline,
  openAccount,
  openDialog,
  openFirstBooking,
  press,
  profileOf,
  sendForm,
  untilTold,
} from './acts.ts'
import {
  broken,
  lineDown,
  neverAnswered,
  onItsFirstDay,
  withLongWords,
  withoutPictures,
} from './answers.ts'
import { ana, asNewClient, maya, withOneVisit } from './people.ts'
import type { GalleryScreen } from './screen.ts'

const PROFILE = '**/api/professional/public-view/**'
const BOOKINGS = '**/api/bookings/client/**'
const BOOKING = '**/api/bookings/*'

/** The screens of a client: search, a professional, bookings. */
export const clientScreens: readonly GalleryScreen[] = [
  { name: 'marketplace', as: maya, path: '/marketplace' },
  { name: 'marketplace, new client', as: asNewClient, path: '/marketplace' },
  {
    name: 'marketplace, no ZIP',
    as: asNewClient,
    path: '/marketplace',
    once: press('search:submit'),
  },
  { name: 'marketplace, account', as: maya, path: '/marketplace', once: openAccount },
  {
    name: 'marketplace, loading',
    as: maya,
    path: '/marketplace',
    given: neverAnswered(BOOKINGS),
  },
  {
    name: 'marketplace, line down',
    as: maya,
    path: '/marketplace',
    given: lineDown(BOOKINGS),
  },
  { name: 'marketplace, offline', as: maya, path: '/marketplace', once: offline },
  { name: 'professional-profile', as: maya, path: profileOf('grace-walker') },
  {
    name: 'professional-profile, first day',
    as: maya,
    path: profileOf('grace-walker'),
    given: onItsFirstDay,
  },
  {
    name: 'professional-profile, loading',
    as: maya,
    path: profileOf('grace-walker'),
    given: neverAnswered(PROFILE),
  },
  {
    name: 'professional-profile, line down',
    as: maya,
    path: profileOf('grace-walker'),
    given: lineDown(PROFILE),
    once: untilTold,
  },
  {
    name: 'professional-profile, crash',
    as: maya,
    path: profileOf('grace-walker'),
    given: broken(PROFILE),
    once: untilTold,
  },
  {
    name: 'professional-profile, nobody',
    as: maya,
    path: '/professionals/00000000-0000-4000-8000-000000000000',
  },
  {
    name: 'professional-profile, no pictures',
    as: maya,
    path: profileOf('grace-walker'),
    given: withoutPictures,
  },
  {
    name: 'professional-profile, long words',
    as: maya,
    path: profileOf('grace-walker'),
    given: withLongWords,
  },
  { name: 'professional-profile, to a professional', as: ana, path: profileOf('grace-walker') },
  {
    name: 'professional-profile, reviewing',
    as: asNewClient,
    path: profileOf('grace-walker'),
    once: inTurn(press('reviews:write.open'), sendForm()),
  },
  {
    name: 'professional-profile, contact',
    as: asNewClient,
    path: profileOf('grace-walker', '?contact=1'),
  },
  {
    name: 'professional-profile, booking',
    as: maya,
    path: profileOf('grace-walker', '?book=1'),
  },
  {
    name: 'professional-profile, booking incomplete',
    as: asNewClient,
    path: profileOf('grace-walker', '?book=1'),
    once: sendForm('dialog'),
  },
  {
    name: 'professional-profile, booked',
    as: asNewClient,
    path: profileOf('lucia-hernandez', '?book=1'),
    once: book,
  },
  {
    name: 'professional-profile, offline',
    as: maya,
    path: profileOf('grace-walker'),
    once: offline,
  },
  { name: 'bookings', as: maya, path: '/bookings' },
  { name: 'bookings, none', as: asNewClient, path: '/bookings' },
  { name: 'bookings, one with long words', as: withOneVisit, path: '/bookings' },
  { name: 'bookings, loading', as: maya, path: '/bookings', given: neverAnswered(BOOKINGS) },
  {
    name: 'bookings, line down',
    as: maya,
    path: '/bookings',
    given: lineDown(BOOKINGS),
    once: untilTold,
  },
  { name: 'bookings, offline', as: maya, path: '/bookings', once: offline },
  { name: 'booking', as: maya, path: '/bookings', once: openFirstBooking },
  {
    name: 'booking, long words',
    as: withOneVisit,
    path: '/bookings',
    once: openFirstBooking,
  },
  {
    name: 'booking, cancelling',
    as: withOneVisit,
    path: '/bookings',
    once: inTurn(openFirstBooking, openDialog('bookings:cancel.open')),
  },
  { name: 'booking, not there', as: maya, path: '/bookings/00000000-0000-4000-8000-000000000000' },
  {
    name: 'booking, loading',
    as: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
    given: neverAnswered(BOOKING),
  },
  {
    name: 'booking, line down',
    as: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
    given: lineDown(BOOKING),
    once: untilTold,
  },
]
