// The failsafe schema of `yaml`: maps, lists and texts. Other tags stay as they are written.
import { map } from '../../node_modules/yaml/browser/dist/schema/common/map.js'
import { seq } from '../../node_modules/yaml/browser/dist/schema/common/seq.js'
import { string } from '../../node_modules/yaml/browser/dist/schema/common/string.js'

export const coreKnownTags = {}

export const getTags = () => [map, seq, string]
