import { fullName, reliabilityOf } from './bookings.ts'
import { count, date, dollars, month, SERVICES } from './formats.ts'
import type { Rows } from './reading.ts'

type Profile = {
  id: string
  first_name: string
  last_name: string
  bio: string
  business_name: string
  hourly_rate_cents: number
  lowest_cents: number
  services: string[]
  pictures: number
  areas: string[]
  employees_count: string
  years_experience: string
  background_checked_at: Date
  weekly_percent: number
  biweekly_percent: number
  monthly_percent: number
  completed: number
}
type Review = {
  rating: number
  title: string
  comment: string
  client_id: string
  first_name: string
  last_name: string
  created_at: Date
  answer: string | null
  answered_at: Date | null
  counts: boolean
}

const profileOf = async (rows: Rows, slug: string): Promise<Profile> => {
  const [profile] = await rows<Profile>(
    `select p.*, u.id, u.first_name, u.last_name, o.weekly_percent, o.biweekly_percent,
       o.monthly_percent, coalesce(array_length(p.gallery_images, 1), 0) as pictures,
       least(p.hourly_rate_cents, (select min(s.hourly_rate_cents) from offer_services s
         where s.professional_id = u.id)) as lowest_cents,
       (select count(*)::int from bookings b
         where b.professional_id = u.id and b.status = 'completed') as completed,
       (select array_agg(a.label order by a.position) from professional_areas a
         where a.professional_id = u.id) as areas
     from professionals p join users u on u.id = p.user_id
     left join offers o on o.professional_id = u.id where p.slug = $1`,
    [slug],
  )
  return profile!
}

/** The public reviews, as a profile orders them: those that count, each above the earlier ones of its client. */
const reviewsOf = (rows: Rows, professionalId: string): Promise<Review[]> =>
  rows(
    `select * from (
       select r.*, u.first_name, u.last_name, r.visit = 'took_place' and not exists (
         select from reviews n where n.client_id = r.client_id
           and n.professional_id = r.professional_id and n.state = 'public'
           and n.visit = 'took_place' and n.created_at > r.created_at) as counts,
         max(r.created_at) over (partition by r.client_id) as latest
       from reviews r join users u on u.id = r.client_id
       where r.professional_id = $1 and r.state = 'public') shown
     order by latest desc, created_at desc`,
    [professionalId],
  )

const writerOf = ({ first_name, last_name }: Review): string => `${first_name} ${last_name[0]}.`

const averageOf = (reviews: readonly Review[]): string => {
  const ratings = reviews.filter(({ counts }) => counts).map(({ rating }) => rating)
  return (ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length).toFixed(1)
}

/** A profile from its photos to its areas, with the reader's own review before the newest three. */
export async function profileFacts(
  rows: Rows,
  slug: string,
  own: readonly string[] = [],
): Promise<string[]> {
  const profile = await profileOf(rows, slug)
  const name = `${fullName(profile)} Cleaning`
  const { pictures, first_name, bio, business_name, areas } = profile
  const reviews = await reviewsOf(rows, profile.id)
  const counted = reviews.filter(({ counts }) => counts)
  const shown = [...Array(pictures).keys()].flatMap((index) => [
    `See photo ${index + 1} of ${pictures}`,
    `[alt] Work by ${name}, photo ${index + 1}`,
  ])
  const total = count(counted.length, 'review')
  return [
    ...shown,
    `All photos (${pictures})`,
    `See the portrait of ${name}`,
    `[alt] ${fullName(profile)}`,
    name,
    business_name,
    `${averageOf(reviews)} out of 5 stars, ${total}`,
    `${averageOf(reviews)} (${counted.length})`,
    ...(await figuresOf(rows, profile)),
    bio,
    ...(await pricesOf(rows, profile)),
    ...(await pairsOf(rows, profile.id)),
    ...shown,
    total,
    averageOf(reviews),
    `[aria-label] ${averageOf(reviews)} out of 5 stars, ${total}`,
    ...[5, 4, 3, 2, 1].flatMap((stars) => [
      count(stars, 'star'),
      String(counted.filter(({ rating }) => rating === stars).length),
    ]),
    ...own,
    ...reviews.slice(0, 3).flatMap((review) => reviewFacts(review, first_name)),
    `Show all ${reviews.length}`,
    areas.join(' · '),
  ]
}

/** The figures under the name: visits, how many of the last were kept, and the time to an answer. */
async function figuresOf(rows: Rows, { id, completed }: Profile): Promise<string[]> {
  const [kept = ''] = await reliabilityOf(rows, id)
  return [String(completed), kept.replace(' visits kept', ''), await answerTimeOf(rows, id)]
}

async function pairsOf(rows: Rows, professionalId: string): Promise<string[]> {
  const pairs = await rows<{ service_type: string; day: string }>(
    `select b.service_type, b.booking_date::text as day from photo_pairs p
     join bookings b on b.id = p.booking_id
     where b.professional_id = $1 and p.state = 'allowed' order by p.answered_at desc`,
    [professionalId],
  )
  return pairs.map(({ service_type, day }) => `${SERVICES[service_type]}, ${month(day)}`)
}

function reviewFacts(review: Review, professional: string): string[] {
  const { rating, title, comment, created_at, answer, answered_at } = review
  return [
    `[aria-label] ${rating} out of 5 stars`,
    title,
    comment,
    writerOf(review),
    date(created_at, 'UTC'),
    ...(answer ? [`${professional} answered`, date(answered_at!, 'UTC'), answer] : []),
    `[aria-label] Report the review by ${writerOf(review)}`,
  ]
}

async function pricesOf(rows: Rows, profile: Profile): Promise<string[]> {
  const { id, services, hourly_rate_cents, weekly_percent, biweekly_percent, monthly_percent } =
    profile
  const own = await rows<{ service_type: string; minimum_hours: number; rate: number }>(
    `select s.service_type, s.minimum_hours, s.hourly_rate_cents as rate
     from offer_services s where professional_id = $1`,
    [id],
  )
  const extras = await rows<{ minutes: number; price_cents: number; name: string | null }>(
    'select * from offer_extras where professional_id = $1 order by position',
    [id],
  )
  const discounts = [
    ...(weekly_percent ? [`Weekly −${weekly_percent}%`] : []),
    ...(biweekly_percent ? [`Every 2 weeks −${biweekly_percent}%`] : []),
    ...(monthly_percent ? [`Monthly −${monthly_percent}%`] : []),
  ]
  return [
    ...Object.keys(SERVICES)
      .filter((service) => services.includes(service))
      .flatMap((service) => {
        const { minimum_hours = 1, rate = hourly_rate_cents } =
          own.find(({ service_type }) => service_type === service) ?? {}
        const least = minimum_hours > 1 ? [`${minimum_hours}-hour minimum`] : []
        return [...least, `${dollars(rate)}/hour`]
      }),
    `Regular visits after the first one: ${discounts.join(', ')}`,
    ...extras.flatMap(({ minutes, price_cents }) => [`${minutes} min`, dollars(price_cents)]),
  ]
}

/** The facts beside a profile: price, figures and the background check. */
export async function overviewFacts(rows: Rows, slug: string): Promise<string[]> {
  const profile = await profileOf(rows, slug)
  const { id, first_name, lowest_cents, employees_count, years_experience } = profile
  const reviews = await reviewsOf(rows, id)
  return [
    `from ${dollars(lowest_cents)}/hour`,
    `When you write or book, ${first_name} gets your name, phone and email.`,
    `You pay ${first_name} directly. Lustra adds no fees.`,
    String(reviews.filter(({ counts }) => counts).length),
    employees_count,
    years_experience,
    ...(await reliabilityOf(rows, id)),
    `Demo check on ${date(profile.background_checked_at, 'UTC')}: only the format of the Social Security Number was checked.`,
    `[aria-label] Report ${fullName(profile)} Cleaning`,
  ]
}

/** The median time to an answer, rounded up; a request that was left is slower than every answer. */
async function answerTimeOf(rows: Rows, professionalId: string): Promise<string> {
  const [median] = await rows<{ minutes: number }>(
    `select ceil(percentile_cont(0.5) within group (order by case
         when b.answered_at is null then 'infinity'
         else extract(epoch from b.answered_at - b.created_at)::float8 / 60 end))::int as minutes
     from bookings b left join series s on s.id = b.series_id
     left join events e on e.subject_id = b.id and e.kind = 'booking.cancelled'
     where b.professional_id = $1 and (b.answered_at is not null
       or b.reclean_of is null and not b.instant and coalesce(s.request_id, b.id) = b.id
         and (b.status = 'pending' or b.reason = 'expired' or b.cancelled_by = 'client')
         and coalesce(e.at, now()) - b.created_at >= interval '2 hours')`,
    [professionalId],
  )
  const { minutes } = median!
  return minutes > 60 ? count(Math.ceil(minutes / 60), 'hour') : count(minutes, 'minute')
}
