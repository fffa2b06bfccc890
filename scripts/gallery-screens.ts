import type { Page } from '@playwright/test'
import * as act from './gallery-acts.ts'
import * as other from './gallery-letters-and-money.ts'
import * as messages from './gallery-messages.ts'

export type GalleryScreen = {
  /** The view's name in views.ts, and its state where it is not the ordinary one. */
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Who looks; a visitor unless told. */
  as?: (page: Page) => Promise<unknown>
  /** What is so before the screen is asked for, e.g. a line that is down. */
  given?: (page: Page) => Promise<unknown>
  /** What is done once it stands. */
  once?: (page: Page) => Promise<unknown>
}

const { neverAnswered, lineDown, press, inTurn, sendForm, goInside } = act
const maya = act.signedInAs('maya')
const grace = act.signedInAs('grace')
const lucia = act.signedInAs('lucia')
const ana = act.signedInAs('ana')
const marcus = act.signedInAs('marcus')
const { asNewClient, asNewProfessional } = act

const SEARCH = '/search?zip_code=78701'
const CALLS = {
  search: '**/api/professionals/search/**',
  profile: '**/api/professional/public-view/**',
  publicProfile: '**/api/public/professional/**',
  bookings: '**/api/bookings/client/**',
  booking: '**/api/bookings/*',
  dashboard: '**/api/professional/dashboard/**',
  conversations: '**/api/chat/conversations/**',
  messages: '**/api/chat/messages/**',
  notices: '**/api/notices**',
}

/** Every screen in the states a person may meet it, in the order of her way: pictures are taken of these, and each is checked to be open to everyone. */
export const galleryScreens: readonly GalleryScreen[] = [
  { name: 'home', path: '/' },
  { name: 'home, no ZIP', path: '/', once: press('search:submit') },
  { name: 'home, places', path: '/', once: act.typePlace },
  { name: 'home, install', path: '/', once: press('app:install.open') },
  { name: 'home, offline', path: '/', once: act.offline },
  { name: 'search-results', path: SEARCH },
  {
    name: 'search-results, filtered',
    path: `${SEARCH}&service_type=deep&min_rating=4.5&sort_by=price&cleaning_frequency=weekly`,
  },
  {
    name: 'search-results, one',
    path: '/search?zip_code=33130',
    given: act.foundOne,
    once: goInside('/search?zip_code=33131'),
  },
  { name: 'search-results, nobody', path: `${SEARCH}&max_rate=15` },
  { name: 'search-results, unserved', path: '/search?zip_code=99950' },
  { name: 'search-results, beyond the last page', path: `${SEARCH}&page=90` },
  { name: 'search-results, no pictures', path: SEARCH, given: act.withoutPictures },
  {
    name: 'search-results, loading',
    path: '/nowhere',
    given: neverAnswered(CALLS.search),
    once: goInside(SEARCH),
  },
  {
    name: 'search-results, line down',
    path: '/nowhere',
    given: lineDown(CALLS.search),
    once: inTurn(goInside(SEARCH), act.untilTold),
  },
  {
    name: 'search-results, long words',
    path: '/nowhere',
    given: act.foundWithLongWords,
    once: inTurn(goInside(SEARCH), act.untilQuiet),
  },
  { name: 'search-results, client', as: maya, path: SEARCH },
  { name: 'public-profile', path: '/professional/grace-walker' },
  {
    name: 'public-profile, lightbox',
    path: '/professional/grace-walker',
    once: act.openFirstPhoto,
  },
  {
    name: 'public-profile, no pictures',
    path: '/professional/grace-walker',
    given: act.withoutPictures,
  },
  {
    name: 'public-profile, loading',
    path: '/nowhere',
    given: neverAnswered(CALLS.publicProfile),
    once: goInside('/professional/grace-walker'),
  },
  { name: 'city', path: '/house-cleaning/tx/austin' },
  { name: 'state', path: '/house-cleaning/tx' },
  { name: 'cities', path: '/house-cleaning' },
  { name: 'register', path: '/register' },
  { name: 'register, incomplete', path: '/register?role=professional', once: sendForm() },
  { name: 'login', path: '/login' },
  { name: 'login, incomplete', path: '/login', once: sendForm() },
  {
    name: 'login, refused',
    path: '/login',
    once: inTurn(
      act.write('[type=email]', 'maya.thompson@demo.lustra.example'),
      act.write('[type=password]', 'something else'),
      sendForm(),
    ),
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password, sent',
    path: '/forgot-password',
    once: inTurn(act.write('[type=email]', 'nobody@example.com'), act.sendAndWait),
  },
  { name: 'reset-password', path: '/reset-password/example' },
  {
    name: 'reset-password, no match',
    path: '/reset-password/example',
    once: inTurn(
      act.write('[name=password]', 'polished floors 7'),
      act.write('[name=confirmation]', 'polished floors 8'),
      sendForm(),
    ),
  },
  { name: 'not-found', path: '/nowhere' },

  { name: 'marketplace', as: maya, path: '/marketplace' },
  { name: 'marketplace, new client', as: asNewClient, path: '/marketplace' },
  {
    name: 'marketplace, no ZIP',
    as: asNewClient,
    path: '/marketplace',
    once: press('search:submit'),
  },
  {
    name: 'marketplace, notices',
    as: maya,
    path: '/marketplace',
    once: inTurn(act.openNotices, act.untilQuiet),
  },
  {
    name: 'marketplace, no notices',
    as: asNewClient,
    path: '/marketplace',
    once: inTurn(act.openNotices, act.untilQuiet),
  },
  { name: 'marketplace, account', as: maya, path: '/marketplace', once: act.openAccount },
  { name: 'professional-profile', as: maya, path: act.profileOf('grace-walker') },
  {
    name: 'professional-profile, first day',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: act.onItsFirstDay,
  },
  {
    name: 'professional-profile, loading',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: neverAnswered(CALLS.profile),
  },
  {
    name: 'professional-profile, line down',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: lineDown(CALLS.profile),
    once: act.untilTold,
  },
  {
    name: 'professional-profile, crash',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: act.broken(CALLS.profile),
    once: act.untilTold,
  },
  {
    name: 'professional-profile, nobody',
    as: maya,
    path: '/professionals/00000000-0000-4000-8000-000000000000',
  },
  {
    name: 'professional-profile, no pictures',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: act.withoutPictures,
  },
  {
    name: 'professional-profile, long words',
    as: maya,
    path: act.profileOf('grace-walker'),
    given: act.withLongWords,
  },
  { name: 'professional-profile, to a professional', as: ana, path: act.profileOf('grace-walker') },
  {
    name: 'professional-profile, reviewing',
    as: asNewClient,
    path: act.profileOf('grace-walker'),
    once: inTurn(press('reviews:write.open'), sendForm()),
  },
  {
    name: 'professional-profile, contact',
    as: asNewClient,
    path: act.profileOf('grace-walker', '?contact=1'),
  },
  {
    name: 'professional-profile, booking',
    as: maya,
    path: act.profileOf('grace-walker', '?book=1'),
  },
  {
    name: 'professional-profile, booking incomplete',
    as: asNewClient,
    path: act.profileOf('grace-walker', '?book=1'),
    once: sendForm('dialog'),
  },
  {
    name: 'professional-profile, booked',
    as: asNewClient,
    path: act.profileOf('lucia-hernandez', '?book=1'),
    once: act.book,
  },
  { name: 'bookings', as: maya, path: '/bookings' },
  { name: 'bookings, none', as: asNewClient, path: '/bookings' },
  { name: 'bookings, one with long words', as: act.withOneVisit, path: '/bookings' },
  { name: 'bookings, loading', as: maya, path: '/bookings', given: neverAnswered(CALLS.bookings) },
  {
    name: 'bookings, line down',
    as: maya,
    path: '/bookings',
    given: lineDown(CALLS.bookings),
    once: act.untilTold,
  },
  { name: 'booking', as: maya, path: '/bookings', once: act.openFirstBooking },
  {
    name: 'booking, long words',
    as: act.withOneVisit,
    path: '/bookings',
    once: act.openFirstBooking,
  },
  {
    name: 'booking, cancelling',
    as: act.withOneVisit,
    path: '/bookings',
    once: inTurn(act.openFirstBooking, press('bookings:cancel.open')),
  },
  { name: 'booking, not there', as: maya, path: '/bookings/00000000-0000-4000-8000-000000000000' },
  {
    name: 'booking, loading',
    as: maya,
    path: '/bookings/00000000-0000-4000-8000-000000000000',
    given: neverAnswered(CALLS.booking),
  },

  { name: 'professional-dashboard', as: grace, path: '/dashboard' },
  { name: 'professional-dashboard, new professional', as: asNewProfessional, path: '/dashboard' },
  { name: 'professional-dashboard, new profile', as: act.withProfile, path: '/dashboard' },
  { name: 'professional-dashboard, locked lead', as: lucia, path: '/dashboard' },
  { name: 'professional-dashboard, inactive', as: marcus, path: '/dashboard' },
  {
    name: 'professional-dashboard, no pictures',
    as: grace,
    path: '/dashboard',
    given: act.withoutPictures,
  },
  {
    name: 'professional-dashboard, loading',
    as: grace,
    path: '/dashboard',
    given: neverAnswered(CALLS.dashboard),
  },
  {
    name: 'professional-dashboard, line down',
    as: grace,
    path: '/dashboard',
    given: lineDown(CALLS.dashboard),
    once: act.untilTold,
  },
  { name: 'professional-dashboard, all bookings', as: grace, path: '/dashboard?open=bookings' },
  {
    name: 'professional-dashboard, month',
    as: grace,
    path: '/dashboard?open=bookings&as=calendar',
  },
  {
    name: 'professional-dashboard, no bookings',
    as: act.withProfile,
    path: '/dashboard?open=bookings',
  },
  { name: 'professional-dashboard, share', as: grace, path: '/dashboard?open=share' },
  { name: 'professional-dashboard, full profile', as: ana, path: '/dashboard?open=profile' },
  { name: 'professional-dashboard, calendar', as: ana, path: '/dashboard?open=calendar-feed' },
  {
    name: 'professional-dashboard, verification',
    as: act.withProfile,
    path: '/dashboard?open=verify',
  },
  {
    name: 'professional-dashboard, cancelling',
    as: grace,
    path: '/dashboard?open=cancel-subscription',
  },
  {
    name: 'professional-dashboard, payment cancelled',
    as: marcus,
    path: '/dashboard?payment=cancel',
  },
  { name: 'profile-form', as: ana, path: '/dashboard/profile' },
  { name: 'profile-form, new', as: asNewProfessional, path: '/dashboard/profile' },
  {
    name: 'profile-form, incomplete',
    as: asNewProfessional,
    path: '/dashboard/profile',
    once: sendForm(),
  },
  {
    name: 'profile-form, loading',
    as: ana,
    path: '/dashboard/profile',
    given: neverAnswered(CALLS.dashboard),
  },
  {
    name: 'profile-form, line down',
    as: ana,
    path: '/dashboard/profile',
    given: lineDown(CALLS.dashboard),
    once: act.untilTold,
  },
  { name: 'settings', as: maya, path: '/settings' },
  { name: 'settings, professional', as: ana, path: '/settings' },
  { name: 'settings, deleting', as: maya, path: '/settings', once: press('account:delete.open') },

  { name: 'messages', as: maya, path: '/messages' },
  {
    name: 'messages, long words',
    as: maya,
    path: act.threadWith('grace-walker'),
    given: messages.withLongThread,
  },
  { name: 'messages, list', as: maya, path: '/messages', given: messages.withManyConversations },
  {
    name: 'messages, refused',
    as: maya,
    path: act.threadWith('grace-walker'),
    once: messages.sendInVain,
  },
  {
    name: 'messages, gone',
    as: maya,
    path: act.threadWith('grace-walker'),
    given: messages.withoutGrace,
  },
  { name: 'messages, of a professional', as: grace, path: '/messages', once: act.openThread('') },
  { name: 'messages, none', as: asNewClient, path: '/messages' },
  {
    name: 'messages, loading',
    as: maya,
    path: '/messages',
    given: neverAnswered(CALLS.conversations),
  },
  {
    name: 'messages, line down',
    as: maya,
    path: '/messages',
    given: lineDown(CALLS.conversations),
    once: act.untilTold,
  },
  { name: 'messages, thread', as: maya, path: act.threadWith('grace-walker') },
  {
    name: 'messages, thread loading',
    as: maya,
    path: act.threadWith('grace-walker'),
    given: neverAnswered(CALLS.messages),
  },
  {
    name: 'messages, reporting',
    as: maya,
    path: act.threadWith('grace-walker'),
    once: inTurn(press('messaging:more'), press('messaging:report.open')),
  },
  {
    name: 'messages, blocking',
    as: maya,
    path: act.threadWith('grace-walker'),
    once: inTurn(press('messaging:more'), press('messaging:block.open')),
  },
  {
    name: 'messages, locked lead',
    as: lucia,
    path: '/messages',
    once: act.openThread(':has(.text-amber)'),
  },
  { name: 'leads', as: grace, path: '/dashboard/leads' },
  { name: 'leads, none', as: asNewProfessional, path: '/dashboard/leads' },
  { name: 'billing', as: grace, path: '/dashboard/billing' },
  { name: 'billing, none', as: asNewProfessional, path: '/dashboard/billing' },
  {
    name: 'billing, loading',
    as: grace,
    path: '/dashboard/billing',
    given: neverAnswered('**/api/professional/billing-history/**'),
  },
  {
    name: 'billing, line down',
    as: grace,
    path: '/dashboard/billing',
    given: lineDown('**/api/professional/billing-history/**'),
    once: act.untilTold,
  },
  { name: 'invoice', as: grace, path: other.latestInvoice },
  { name: 'invoice, not there', as: grace, path: '/invoices/L-0' },
  { name: 'leads, none left', as: lucia, path: '/dashboard/leads' },
  { name: 'payment-success', as: grace, path: other.confirmedPayment },
  {
    name: 'payment-success, loading',
    as: grace,
    path: other.confirmation,
    given: (page) =>
      page.route(/\/payment-success\?/, (route) =>
        route.request().resourceType() === 'fetch' ? undefined : route.continue(),
      ),
  },
  { name: 'payment-success, invalid', as: marcus, path: '/payment-success' },
  { name: 'simulated-checkout', as: grace, path: other.openCheckout },
  { name: 'simulated-checkout, not there', as: marcus, path: '/simulated-checkout/nothing' },
  { name: 'notice-settings', as: maya, path: '/settings/notices' },
  { name: 'answer-request', path: '/answer/example', given: other.withRequest },
  {
    name: 'answer-request, declining',
    path: '/answer/example?answer=declined',
    given: other.withRequest,
  },
  {
    name: 'answer-request, answered',
    path: '/answer/example',
    given: other.withRequest,
    once: other.pressFirstButton,
  },
  { name: 'answer-request, over', path: '/answer/example', once: act.untilTold },
  { name: 'unsubscribe', path: '/unsubscribe/example', given: other.withLetters },
  {
    name: 'unsubscribe, done',
    path: '/unsubscribe/example',
    given: other.withLetters,
    once: other.pressFirstButton,
  },
  { name: 'unsubscribe, unknown', path: '/unsubscribe/example', once: act.untilTold },
]

/** Brings a page to a screen of the gallery, in its state. */
export async function arriveAt(page: Page, screen: GalleryScreen): Promise<void> {
  await screen.as?.(page)
  await screen.given?.(page)
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  await act.untilQuiet(page)
  await screen.once?.(page)
}
