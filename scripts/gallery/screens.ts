import { accountScreens } from './account.ts'
import { clientScreens } from './client.ts'
import { enteringScreens } from './entering.ts'
import { letterScreens } from './letters.ts'
import { messageScreens } from './messages.ts'
import { moneyScreens } from './money.ts'
import { professionalScreens } from './professional.ts'
import type { GalleryScreen } from './screen.ts'
import { visitorScreens } from './visitor.ts'

/** Every screen in the states a person may meet it, in the order of her way: pictures are taken of these, and each is checked to be open to everyone. */
export const galleryScreens: readonly GalleryScreen[] = [
  ...visitorScreens,
  ...enteringScreens,
  ...clientScreens,
  ...professionalScreens,
  ...moneyScreens,
  ...messageScreens,
  ...accountScreens,
  ...letterScreens,
]
