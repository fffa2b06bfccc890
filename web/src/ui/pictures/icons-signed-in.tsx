import { drawn } from './icons.tsx'

// Icons of forms and signed-in screens. They are a file of their own because first views do not load them.
export const EyeIcon = drawn(
  <>
    <path d="M2.8 12S6 5.6 12 5.6 21.2 12 21.2 12 18 18.4 12 18.4 2.8 12 2.8 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const EyeOffIcon = drawn(
  <path d="M9.6 6a9 9 0 0 1 2.4-.4c6 0 9.2 6.4 9.2 6.4a15 15 0 0 1-2.5 3.3M6.3 7.7A15 15 0 0 0 2.8 12s3.2 6.4 9.2 6.4a9 9 0 0 0 4.7-1.3M10 10a2.8 2.8 0 0 0 4 4M3.5 3.5l17 17" />,
)
export const SearchIcon = drawn(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.500 4.500" />
  </>,
)
export const SendIcon = drawn(<path d="M20 4 3.5 10.5l6.5 3.5 3.5 6.5L20 4ZM10 14l4.5-4.5" />)
export const PhotoIcon = drawn(
  <path d="M4.5 5.5h15v13h-15Zm0 10 4.5-4.5 4 4 2.5-2.5 4 4M15 9.5v.1" />,
)
export const PhoneIcon = drawn(
  <path d="M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3A1.5 1.5 0 0 1 19 19.5 15.5 15.5 0 0 1 4.5 5 1.5 1.5 0 0 1 6 3.5Z" />,
)
export const MoreIcon = drawn(
  <>
    <circle cx="12" cy="5.5" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="12" cy="18.5" r="1" />
  </>,
)
export const LockIcon = drawn(<path d="M6 10.5h12v9H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5" />)
export const MessageIcon = drawn(
  <path d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 3.5V17h-1A1.5 1.5 0 0 1 4 15.5v-9A1.5 1.5 0 0 1 5.5 5ZM8 9.5h8M8 12.7h5" />,
)
export const BellIcon = drawn(
  <path d="M6.5 10.5a5.5 5.5 0 0 1 11 0c0 5 2 6.5 2 6.5h-15s2-1.500 2-6.500ZM10 20a2.200 2.200 0 0 0 4 0" />,
)
export const HomeIcon = drawn(<path d="m3.5 11 8.5-7 8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20" />)
export const SunIcon = drawn(
  <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v1.8m0 14.4V21m9-9h-1.8M4.8 12H3m15.4-6.4-1.3 1.3M6.9 17.1l-1.3 1.3m12.8 0-1.3-1.3M6.9 6.9 5.600 5.600" />,
)
