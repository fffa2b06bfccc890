import { Suspense, useState } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { User } from '#contract/identity.ts'
import { HydratedOnly } from '#web/ui/use-hydrated.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ContactButton } from '#web/features/messaging/contact-button.tsx'
import { LeaveReview } from '#web/features/reviews/leave-review.tsx'
import { ReviewsSection } from '#web/features/reviews/reviews-section.tsx'
import { readFilters } from '#web/features/search/filters.ts'
import { intentAddress, searchBehind } from '#web/features/professionals/addresses.ts'
import { BookingBar, BookingCard, BookNow } from './booking-card.tsx'
import { Mosaic, Projects } from './gallery.tsx'
import { Overview } from './overview.tsx'
import { BackToResults, ProfileHeader } from './profile-header.tsx'
import type { Profile } from '#web/features/professionals/professionals.api.ts'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))
const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'))
const BookDialog = lazyPart(() => import('#web/features/bookings/book-dialog.tsx'))

type Opened = { images: { url: string; alt: string }[]; start: number }

type ProfilePageProps = {
  profile: Profile
  search: URLSearchParams
  /** Who may book and write here; nobody on the public profile. */
  user: User | null
}

/** A professional's whole profile (client spec 2.8): the same for visitors and people signed in, but for what they can do. */
export function ProfilePage({ profile, search, user }: ProfilePageProps) {
  const { t } = useTranslation('professionals')
  const { professional, rating_distribution: distribution } = profile
  const [path, navigate] = useLocation()
  const [opened, setOpened] = useState<Opened>()
  const behind = searchBehind(search)
  const name = displayName(professional.full_name)
  const { first_name: firstName } = professional.user_details
  const booking = { professional, user, search: behind }
  const filters = readFilters(search)
  const isClient = user?.role === 'client'
  const close = () => navigate(behind ? `${path}?${behind}` : path, { replace: true })

  const photos = professional.gallery_images
  const openPhotos = (start: number) =>
    setOpened({
      images: photos.map((url, index) => ({
        url,
        alt: t('photo_alt', { name, number: index + 1 }),
      })),
      start,
    })
  const openPortrait = () =>
    professional.profile_image_url &&
    setOpened({
      images: [{ url: professional.profile_image_url, alt: t('portrait_alt', { name }) }],
      start: 0,
    })

  return (
    <>
      <div className="page pt-3 md:pt-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <BackToResults search={behind} />
          {user ? (
            <div className="flex gap-2 max-md:hidden">
              {isClient && (
                <ContactButton clientId={user.id} professionalId={professional.user_id}>
                  {t('contact')}
                </ContactButton>
              )}
              <BookNow user={user} search={behind}>
                {t('book_now')}
              </BookNow>
            </div>
          ) : (
            <p className="flex flex-wrap items-center gap-x-3 max-md:hidden">
              {t('want_to_book')}
              <ButtonLink
                href={intentAddress(professional, 'book', { signedIn: false, search: behind })}
                look="link"
                className="px-0!"
              >
                {t('sign_up')}
              </ButtonLink>
            </p>
          )}
        </div>
        <div className="max-md:-mx-4">
          <Mosaic images={photos} known={professional.images} name={name} onOpen={openPhotos} />
        </div>
        <div className="mt-6 grid gap-8 md:mt-8 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
          <div className="flex min-w-0 flex-col gap-10">
            <ProfileHeader professional={professional} onOpenPortrait={openPortrait} />
            <section aria-labelledby="about" className="flex flex-col gap-2">
              <h2 id="about" className="text-2xl">
                {t('about')}
              </h2>
              <p className="measure whitespace-pre-line wrap-anywhere">
                {professional.bio || t('no_bio', { name: firstName })}
              </p>
            </section>
            <section aria-labelledby="projects" className="flex flex-col gap-4">
              <h2 id="projects" className="text-2xl">
                {t('projects')}
              </h2>
              <Projects
                images={photos}
                known={professional.images}
                name={name}
                onOpen={openPhotos}
              />
            </section>
            <ReviewsSection
              name={firstName}
              rating={professional.rating}
              count={professional.total_reviews}
              reviews={professional.reviews}
              distribution={distribution}
            >
              {isClient && (
                <LeaveReview
                  client={user}
                  professional={professional}
                  reviewed={profile.reviewed_by_you}
                />
              )}
            </ReviewsSection>
          </div>
          <aside className="flex flex-col gap-4 self-start md:sticky md:top-4">
            <BookingCard {...booking} />
            <Overview professional={professional} />
          </aside>
        </div>
      </div>
      <BookingBar {...booking} />
      {/* Dialogs come lazily, which the server's rendering does not wait for. */}
      <HydratedOnly>
        <Suspense>
          {opened && <Lightbox {...opened} onClose={() => setOpened(undefined)} />}
          {isClient && search.has('contact') && (
            <ContactDialog
              name={firstName}
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
              onClose={close}
            />
          )}
        </Suspense>
      </HydratedOnly>
    </>
  )
}
