import app from './en/app.json'
import billing from './en/billing.json'
import bookings from './en/bookings.json'
import checkout from './en/checkout.json'
import dashboard from './en/dashboard.json'
import errors from './en/errors.json'
import home from './en/home.json'
import identity from './en/identity.json'
import marketplace from './en/marketplace.json'
import messaging from './en/messaging.json'
import professionals from './en/professionals.json'
import profile from './en/profile.json'
import reviews from './en/reviews.json'
import search from './en/search.json'
import verification from './en/verification.json'

export default {
  app,
  billing,
  bookings,
  checkout,
  dashboard,
  errors,
  home,
  identity,
  marketplace,
  messaging,
  professionals,
  profile,
  reviews,
  search,
  verification,
}
