// Reads rulesets and tries their rules in a worker without net, files or environment, which ends with one that takes too long.
import '../../_shared/lanes/alone.ts'
import './short-messages.ts'
import { serve } from '../../_shared/lanes/serve.ts'
import { tryRuleset } from './try-ruleset.ts'

serve(tryRuleset)
