import app from './pt/app.json'
import billing from './pt/billing.json'
import bookings from './pt/bookings.json'
import checkout from './pt/checkout.json'
import dashboard from './pt/dashboard.json'
import errors from './pt/errors.json'
import home from './pt/home.json'
import identity from './pt/identity.json'
import marketplace from './pt/marketplace.json'
import messaging from './pt/messaging.json'
import professionals from './pt/professionals.json'
import profile from './pt/profile.json'
import reviews from './pt/reviews.json'
import search from './pt/search.json'
import verification from './pt/verification.json'

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
