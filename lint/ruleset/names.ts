/** Whether a file is called as rulesets are: `.spectral.yaml`, in YAML or JSON. */
export function isRulesetName(name: string): boolean {
  return /^\.?spectral\.(?:ya?ml|json)$/.test(name)
}
