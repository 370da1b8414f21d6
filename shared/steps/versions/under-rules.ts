import type { Agent } from "../../agents/define-agent.ts";
import type { PlanNode } from "../../contracts/plan-records.ts";

/**
 * A plan whose steps know the person's rules: each step of a cell that follows rules has them among its arguments, whoever
 * made the plan. So a new rule runs exactly these steps again, and what follows no rules is reused.
 */
export function underRules(agent: Agent, nodes: readonly PlanNode[], rules: readonly string[]): readonly PlanNode[] {
  const following = new Set(agent.cells.filter((cell) => cell.follows_rules).map(({ id }) => id));
  return nodes.map((node) => {
    if (!following.has(node.cell_id)) return node;
    const { rules: _before, ...args } = node.args;
    return { ...node, args: rules.length === 0 ? args : { ...args, rules } };
  });
}
