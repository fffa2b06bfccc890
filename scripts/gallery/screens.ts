import { accountScreens } from './account.ts'
import { clientScreens } from './client.ts'
import { enteringScreens } from './entering.ts'
import { letterScreens } from './letters.ts'
import { messageScreens } from './messages.ts'
import { moneyScreens } from './money.ts'
import { professionalScreens } from './professional.ts'
import type { GalleryScreen } from './screen.ts'
import { visitorScreens } from './visitor.ts'

/**
 * Every screen in each of its states, in the order in which users reach them. The gallery and the accessibility tests use this
 * list.
 */
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
