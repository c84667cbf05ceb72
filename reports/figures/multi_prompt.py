"""Figure I.6: the full layer trained in mini-batches on many prompts."""
import matplotlib
import numpy as np

from numerics.experiments import multi_prompt
from reports.figures.style import BLUE, GREEN, GREY, INK, RED, SETTINGS, Caption, canvas, label

PROBLEM, SEED, RUNS = 9, 0, 40
COLOURS = {128: BLUE, 8: GREEN, 1: RED}
NAMES = {128: "full batch", 8: r"$m=8$", 1: r"$m=1$"}

SHARES, PROBLEMS = (0.32, 0.10, 0.05, 0.02), 24


def compute():
    """One problem in detail, and the surveys at several shares of prompts beyond |mu| = 1."""
    return (multi_prompt.training(PROBLEM, SEED, RUNS),
            [multi_prompt.survey(PROBLEMS, rule=share) for share in SHARES])


def caption(data):
    run, surveys = data
    escaped = run.escaped[1]
    diverged = int((escaped >= 0).sum())
    counts = ", ".join(str(int(survey.diverged[1].sum())) for survey in surveys)
    shares = ", ".join(f"{100*share:.0f}" for share in SHARES)
    return Caption(
        title="A full linear self-attention layer on 128 prompts",
        finding=f"At this rate single-prompt training does not spike and recover: {diverged} of {RUNS} runs diverge, "
                f"within {escaped.max()} steps.",
        shows=r"Left: the mean loss. Middle: the residual on the reference prompt, one run each. Right: the distance "
              r"from the minimum $U^*$; "
              r"inset: the effective steps $|\mu_i|$ of the prompts. Lines are medians over the runs, bands 10–90 %, "
              r"crosses where single runs diverge.",
        parameters=rf"Problem {PROBLEM}, seed {SEED}, {RUNS} runs per batch size; $d=3$, $N=10$, $n=128$, batches "
                   rf"without replacement; $U^*$ by 8000 "
                   r"small steps; start at distance 0.005. The reference prompt ($|\mu|=0.6$) is the one that puts "
                   r"32 % of the prompts beyond 1, as in the "
                   r"paper, which does not say how it was chosen.",
        constants={f"That choice matters: at shares of {shares} % beyond 1, single-prompt training diverges in":
                   f"{counts} of {PROBLEMS} problems (LST-I6b)",
                   r"Full batch: $\eta\lambda_{\max}$": f"{run.sharpness:.2f}, stable below 2"})


def draw(data):
    run, _ = data
    figure = canvas(caption(data), 12, 4.2)
    with matplotlib.rc_context(SETTINGS):
        loss, reference, distance = figure.subplots(1, 3)
        for size in (1, 8, 128):
            _band(loss, run.losses[size], size, run.escaped[size])
            _band(distance, run.distances[size], size, run.escaped[size])
        loss.set_yscale("log")
        loss.set_ylim(0.1, 3e3)
        loss.axhline(run.minimum_loss, color=GREY, lw=0.8, ls=(0, (1, 2)))
        loss.text(398, run.minimum_loss*0.93, r"loss at $U^*$", ha="right", va="top", size=10, color=GREY)
        loss.set_title(r"mean loss $\bar{\mathcal{L}}(U_k)$")
        loss.legend(loc="upper right")
        distance.set_yscale("log")
        distance.set_ylim(2e-3, 3e3)
        distance.set_title(r"distance $\|U_k-U^*\|_F$")

        for size in (1, 8, 128):
            curve = run.reference[size][:, 0]
            curve = np.where(np.abs(curve) < 1e6, curve, np.nan)
            reference.plot(curve, color=COLOURS[size], lw=0.9 if size > 1 else 1.3)
        reference.axhline(0, color=GREY, lw=0.6)
        reference.set_ylim(-3, 3)
        reference.set_title("residual on the reference prompt")
        for axis in (loss, reference, distance):
            axis.set_xlabel("step $k$")
            axis.set_xlim(-4, 400)
        _histogram(distance.inset_axes((0.45, 0.60, 0.53, 0.36)), run.effective)
    return figure


def _band(axis, values, size, escaped):
    """Median and 10-90 % band while every run is alive; a cross where a run ends."""
    alive = np.where(values < 1e12, values, 1e12)
    low, middle, high = np.quantile(alive, (0.1, 0.5, 0.9), axis=1)
    steps = np.arange(len(values))
    axis.fill_between(steps, low, high, color=COLOURS[size], alpha=0.18, lw=0)
    axis.plot(steps, middle, color=COLOURS[size], label=NAMES[size])
    ends = escaped[escaped >= 0]
    if len(ends):
        axis.plot(ends, np.full(len(ends), 0.97), "x", color=COLOURS[size], ms=4, mew=0.8, alpha=0.7,
                  transform=axis.get_xaxis_transform())


def _histogram(axis, effective):
    bins = np.linspace(0, 4, 33)
    counts, _ = np.histogram(np.minimum(effective, 3.99), bins)
    centres = (bins[:-1] + bins[1:])/2
    colours = [BLUE if x < 1 else GREEN if x < 2 else RED for x in centres]
    axis.bar(centres, counts, width=0.11, color=colours, alpha=0.75)
    for threshold in (1, 2):
        axis.axvline(threshold, color=INK, lw=0.8, ls="--")
    shares = [f"{100*np.mean(effective > bound):.0f} % beyond {bound}" for bound in (1, 2)]
    label(axis, 0.98, 0.78, "\n".join(shares), ha="right", va="top", size=9.5)
    axis.set_title(r"$|\mu_i|$ (last bar: 4 and more)", size=9.5, loc="center", pad=2)
    axis.tick_params(labelsize=8.5)
