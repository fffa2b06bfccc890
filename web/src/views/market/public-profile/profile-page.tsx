import { Suspense, useState } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { displayName } from '#contract/people/display-name.ts'
import type { User } from '#contract/people/identity.ts'
import { useUser } from '#web/session/session.ts'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ContactButton } from '#web/features/market/professionals/contact-button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { ReviewsSection } from '#web/features/market/reviews/reviews-section.tsx'
import { choiceIn } from '#web/features/market/professionals/visit-choice.ts'
import { readFilters } from '#web/features/market/search/read-filters.ts'
import { intentAddress, searchQueryOf } from '#web/features/market/professionals/addresses.ts'
import { BookingBar, BookingCard, BookNow } from './booking-card.tsx'
import { ConsentedPairs } from './consented-pairs.tsx'
import { Mosaic, Projects } from './gallery.tsx'
import { NextFree } from './next-free.tsx'
import { OfferPart } from './offer-part.tsx'
import { Overview } from './overview.tsx'
import { Areas, BackToResults, ProfileHeader, Services } from './profile-header.tsx'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'

const LeaveReview = lazyPart(() => import('#web/features/market/reviews/leave-review.tsx'))
const Report = lazyPart(() => import('#web/features/trust/reports/report.tsx'))
const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))
const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'))
const BookDialog = lazyPart(() => import('#web/features/bookings/dialog/book-dialog.tsx'))

type OpenedPhotos = { images: { url: string; alt: string }[]; start: number }

type ProfilePageProps = {
  profile: Profile
  search: URLSearchParams
  /** The person who may book and write here; null on the public profile. */
  user: User | null
}

/**
 * The profile of a professional: the same for visitors and signed-in people, except for booking and contact.
 * rule: profile-content
 */
export function ProfilePage({ profile, search, user }: ProfilePageProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const { professional } = profile
  const [opened, setOpened] = useState<OpenedPhotos>()
  const [hadOffer] = useState(professional.offer !== undefined)
  const name = displayName(professional.full_name)
  const [choice, setChoice] = useState(() => choiceIn(professional, search))
  const booking = { professional, user, search: searchQueryOf(search), choice }
  const { gallery_images: photos, images: known, profile_image_url: portrait } = professional

  const openPhotos = (start: number) =>
    setOpened({
      images: photos.map((url, index) => ({
        url,
        alt: t('photo_alt', { name, number: index + 1 }),
      })),
      start,
    })
  const openPortrait = () =>
    portrait &&
    setOpened({
      images: [{ url: portrait, alt: t('public_profile:portrait_alt', { name }) }],
      start: 0,
    })

  return (
    <>
      <div className="page pt-3 md:pt-4">
        <TopBar professional={professional} user={user} search={booking.search} />
        <div className="max-md:-mx-4">
          <Mosaic
            {...{ images: photos, known, name }}
            id={professional.user_id}
            onOpen={openPhotos}
          />
        </div>
        <div className="mt-4 grid gap-6 md:mt-8 md:gap-8 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
          <div className="flex min-w-0 flex-col gap-5 md:gap-10">
            <ProfileHeader professional={professional} onOpenPortrait={openPortrait} />
            <NextFree
              professional={professional}
              search={search}
              choice={choice}
              onChoose={setChoice}
            />
            <About professional={professional} />
            <Services professional={professional} />
            {professional.offer && <OfferPart professional={professional} isLater={!hadOffer} />}
            <section aria-labelledby="projects" className="flex flex-col gap-2 md:gap-4">
              <h2 id="projects" className="text-2xl">
                {t('public_profile:projects')}
              </h2>
              <ConsentedPairs pairs={professional.consented_pairs} />
              <Projects images={photos} known={known} name={name} onOpen={openPhotos} />
            </section>
            <Reviews profile={profile} user={user} />
            <Areas professional={professional} />
          </div>
          <aside className="flex flex-col gap-4 self-start md:sticky md:top-4">
            <BookingCard {...booking} />
            <Overview professional={professional} />
            {user?.role === 'client' && (
              <Suspense>
                <Report subject={{ kind: 'person', id: professional.user_id, name }} />
              </Suspense>
            )}
          </aside>
        </div>
      </div>
      <BookingBar {...booking} />
      {/* Dialogs load lazily, and the rendering on the server does not wait for them. */}
      <HydratedOnly>
        <Suspense>
          {opened && <Lightbox {...opened} onClose={() => setOpened(undefined)} />}
          <AddressedDialog professional={professional} user={user} search={search} />
        </Suspense>
      </HydratedOnly>
    </>
  )
}

type ReaderProps = { professional: Profile['professional']; user: User | null }

/**
 * The link back, and from 768 px on the buttons to book and to write, or to sign up.
 * rule: profile-booking
 */
function TopBar({ professional, user, search }: ReaderProps & { search: string }) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const isVisitor = useUser() === null
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <BackToResults search={search} />
      {user ? (
        <div className="flex gap-2 max-md:hidden">
          {user.role === 'client' && (
            <ContactButton clientId={user.id} professionalId={professional.user_id}>
              {t('contact')}
            </ContactButton>
          )}
          <BookNow user={user} search={search}>
            {t('public_profile:book_now')}
          </BookNow>
        </div>
      ) : isVisitor ? (
        <p className="flex flex-wrap items-center gap-x-3 max-md:hidden">
          {t('public_profile:want_to_book')}
          <ButtonLink
            href={intentAddress(professional, 'book', { signedIn: false, search })}
            look="link"
            className="px-0!"
          >
            {t('public_profile:sign_up')}
          </ButtonLink>
        </p>
      ) : null}
    </div>
  )
}

function About({ professional }: Pick<ReaderProps, 'professional'>) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  return (
    <section aria-labelledby="about" className="flex flex-col gap-2">
      <h2 id="about" className="text-2xl">
        {t('about')}
      </h2>
      <p className="measure whitespace-pre-line wrap-anywhere">
        {professional.bio ||
          t('public_profile:no_bio', { name: professional.user_details.first_name })}
      </p>
    </section>
  )
}

function Reviews({ profile, user }: { profile: Profile; user: User | null }) {
  const { professional, rating_distribution, reviewed_by_you, review_would_count, your_review } =
    profile
  return (
    <ReviewsSection
      name={professional.user_details.first_name}
      rating={professional.rating}
      count={professional.total_reviews}
      reviews={professional.reviews}
      distribution={rating_distribution}
      facts={professional.review_facts}
      mayReport={user !== null}
      ownReviewId={your_review?.id}
    >
      {user?.role === 'client' && (
        <Suspense fallback={<Skeleton className="h-11 w-40" />}>
          <LeaveReview
            client={user}
            professional={professional}
            reviewed={reviewed_by_you}
            counts={review_would_count}
            own={your_review}
          />
        </Suspense>
      )}
    </ReviewsSection>
  )
}

/** The dialog that the address asks for, `?book=1` or `?contact=1`. Closing it returns to the address without it. */
function AddressedDialog({
  professional,
  user,
  search,
}: ReaderProps & { search: URLSearchParams }) {
  const [path, navigate] = useLocation()
  const query = searchQueryOf(search)
  const close = () => navigate(query ? `${path}?${query}` : path, { replace: true })
  const filters = readFilters(search)
  return (
    <>
      {user?.role === 'client' && search.has('contact') && (
        <ContactDialog
          name={professional.user_details.first_name}
          clientId={user.id}
          professionalId={professional.user_id}
          onClose={close}
        />
      )}
      {search.has('book') && (
        <BookDialog
          professional={professional}
          zip={filters.zip_code}
          frequency={filters.cleaning_frequency || undefined}
          serviceType={filters.service_type || undefined}
          date={filters.date}
          time={search.get('free') ?? filters.time}
          hours={filters.hours}
          onClose={close}
        />
      )}
    </>
  )
}
