import { ANSWER_CAPTION_HOURS, EARNINGS_HOURS_GUESSED } from '#contract/bookings/booking-rules.ts'
import {
  LEAD_PRICE,
  LEADS_PER_MONTH,
  MORE_BOOKINGS_CLAIM,
  SAVING_CLAIM,
  SUBSCRIPTION_PRICE,
} from '#contract/money/money-rules.ts'
import type { ClaimId } from '#contract/trust/claim-rules.ts'

type ClaimText = {
  /** The claim in the words of the product. */
  text: string
  /** The place in the product where the claim stands. */
  where: string
  /** The basis of the claim, and the measured truth about it. */
  basis: string
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`
const SINGLE_LEADS = LEADS_PER_MONTH * LEAD_PRICE

/**
 * The texts of claims in English, for programs. Help has them in each language, under 'What our ads say'. rule: claims
 */
export const CLAIM_TEXTS: Record<ClaimId, ClaimText> = {
  more_bookings: {
    text: `${MORE_BOOKINGS_CLAIM}% more bookings with a verified badge`,
    where: 'Dashboard of professionals, invitation to the background check',
    basis:
      'A statement of the marketing, not yet proved. Measured: accepted visits of 90 days per listed professional with a badge, against those without.',
  },
  saving_75: {
    text: `Saving $${SAVING_CLAIM}`,
    where: 'Offer of the subscription',
    basis: `${LEADS_PER_MONTH} single leads cost ${dollars(SINGLE_LEADS)} and the subscription costs ${dollars(SUBSCRIPTION_PRICE)}, so you save ${dollars(SINGLE_LEADS - SUBSCRIPTION_PRICE)} a month. This sentence stands beside it.`,
  },
  responds_2h: {
    text: `Responds within ${ANSWER_CAPTION_HOURS} hours`,
    where: 'Profiles',
    basis:
      'A caption until a professional has answered three requests or left one unanswered; then the measured time stands there. Measured: the share of all answers of 90 days within two hours.',
  },
  free_leads_5: {
    text: `${LEADS_PER_MONTH} free leads`,
    where: 'Dashboard of professionals, in the first 30 days',
    basis: `Each activation adds ${LEADS_PER_MONTH} lead credits; they are part of the paid subscription. Measured: credits added per activation.`,
  },
  monthly_leads_2: {
    text: '2 monthly leads',
    where: 'Dashboard of professionals, after the first 30 days',
    basis: `Each paid month really adds ${LEADS_PER_MONTH} lead credits; the true number stands beside it. Measured: credits added per renewal.`,
  },
  estimated_earnings: {
    text: `Estimated earnings: bookings × hourly rate × ${EARNINGS_HOURS_GUESSED} hours`,
    where: 'Dashboard of professionals',
    basis:
      'An estimate, marked as one; booked and completed money stand beside it. Measured: the hours of completed visits of 90 days on average.',
  },
  instant_booking: {
    text: 'Instant booking',
    where: 'Home page',
    basis:
      'True of professionals who take instant bookings; their profiles say so. Measured: their share of the listed professionals.',
  },
  background_checked: {
    text: 'Background checked',
    where: 'Home page',
    basis:
      'True of professionals with the badge; without it the profile says so. Measured: their share of the listed professionals.',
  },
  secure_payments: {
    text: 'Secure payments',
    where: 'Home page',
    basis:
      "Professionals pay Lustra by card on the payment provider's page. Clients pay professionals directly, not through Lustra.",
  },
}
