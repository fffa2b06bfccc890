import { offline, sendForm, untilTold } from './acts.ts'
import { lineDown, neverAnswered, withoutPictures } from './answers.ts'
import { ana, asNewProfessional, grace, lucia, marcus, withProfile } from './people.ts'
import type { GalleryScreen } from './screen.ts'

const OWN_PROFILE = '**/api/professional/profile/**'
const DASHBOARD = '**/api/professional/dashboard/**'

/** The screens of a professional: dashboard and profile form. */
export const professionalScreens: readonly GalleryScreen[] = [
  { name: 'professional-dashboard', as: grace, path: '/dashboard' },
  { name: 'professional-dashboard, new professional', as: asNewProfessional, path: '/dashboard' },
  { name: 'professional-dashboard, new profile', as: withProfile, path: '/dashboard' },
  { name: 'professional-dashboard, locked lead', as: lucia, path: '/dashboard' },
  { name: 'professional-dashboard, inactive', as: marcus, path: '/dashboard' },
  {
    name: 'professional-dashboard, no pictures',
    as: grace,
    path: '/dashboard',
    given: withoutPictures,
  },
  {
    name: 'professional-dashboard, loading',
    as: grace,
    path: '/dashboard',
    given: neverAnswered(DASHBOARD),
  },
  {
    name: 'professional-dashboard, line down',
    as: grace,
    path: '/dashboard',
    given: lineDown(DASHBOARD),
    once: untilTold,
  },
  { name: 'professional-dashboard, offline', as: grace, path: '/dashboard', once: offline },
  { name: 'professional-dashboard, all bookings', as: grace, path: '/dashboard?open=bookings' },
  {
    name: 'professional-dashboard, month',
    as: grace,
    path: '/dashboard?open=bookings&as=calendar',
  },
  {
    name: 'professional-dashboard, no bookings',
    as: withProfile,
    path: '/dashboard?open=bookings',
  },
  { name: 'professional-dashboard, share', as: grace, path: '/dashboard?open=share' },
  { name: 'professional-dashboard, full profile', as: ana, path: '/dashboard?open=profile' },
  { name: 'professional-dashboard, calendar', as: ana, path: '/dashboard?open=calendar-feed' },
  {
    name: 'professional-dashboard, verification',
    as: withProfile,
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
    given: neverAnswered(OWN_PROFILE),
  },
  {
    name: 'profile-form, line down',
    as: ana,
    path: '/dashboard/profile',
    given: lineDown(OWN_PROFILE),
    once: untilTold,
  },
]
