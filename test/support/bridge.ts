/** A short source with figures, for reports. */
export const bridge = {
  name: "bridge.md",
  media_type: "text/markdown",
  text: "# Bridge\n\nThe bridge was built in 1963 and carries 42,000 vehicles a day. Cracks were found in nine of its fourteen piers.\n\n# Costs\n\nA repair of the bridge costs 18 million euros. A new bridge costs 64 million euros and lasts 80 years.",
};
