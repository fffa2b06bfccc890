export interface GalleryScreen {
  /** The view's name in the specification. */
  name: string
  path: string
}

/** The screens that `npm run gallery` takes pictures of, in the order a visitor meets them. */
export const galleryScreens: readonly GalleryScreen[] = [
  { name: 'home', path: '/' },
  { name: 'search-results', path: '/search?zip_code=78701' },
  { name: 'public-profile', path: '/professional/grace-walker' },
  { name: 'register', path: '/register' },
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password/example' },
  { name: 'not-found', path: '/nowhere' },
]
