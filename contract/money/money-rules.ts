/** Prices, leads and the times of payments. */

/** The price of the subscription, in dollars a month. */
export const SUBSCRIPTION_PRICE = 19.9
export const LEADS_PER_MONTH = 5
/** The price of a single lead, in dollars. */
export const LEAD_PRICE = 15
/** How long the dashboard shows the free-leads label of a new subscription. */
export const FREE_LEADS_DAYS = 30
/** The saving that the marketing texts promise, in dollars. */
export const SAVING_CLAIM = 75
/** The additional bookings, in per cent, that the marketing promises with a verified badge. */
export const MORE_BOOKINGS_CLAIM = 60
export const PAYMENT_REDIRECT_MS = 5000
export const PAYMENT_NOTICE_MS = 5000
export const PAYMENT_REFRESH_MS = 1000
