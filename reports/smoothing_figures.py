"""Figures and a table on the attention layer that fails, and on what smoothing, clipping and the controls do about it.

    python -m reports.smoothing_figures --out DIR      outcomes, training, spectra (SVG and PNG), table.md

They only draw what `numerics.experiments.attention_failure` returns.
"""
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

import matplotlib
import numpy as np

from numerics.experiments import attention_failure as toy
from reports.figures.style import BLUE, GREEN, GREY, INK, MIST, ORANGE, RED, SETTINGS, Caption, canvas, save

RATES = (1.0, 1.2)
SHOWN = {"nothing": RED, "clipping at 1": BLUE, "logarithmic": GREEN}
LABELS = {"nothing": "nothing", "clipping at 1": "gradient clipping at norm 1", "logarithmic": "smoothing, logarithmic",
          "softplus": "smoothing, softplus", "softmax": "smoothing, softmax", "clip": "smoothing, clip",
          "logarithmic, unguarded": "logarithmic, unguarded", "softplus, unguarded": "softplus, unguarded",
          "softmax, unguarded": "softmax, unguarded", "skip": "control: skip",
          "reset": "control: reset", "skip and reset": "control: skip and reset",
          "smoothing alone": "smoothing alone"}
GUARDED = ("logarithmic", "softplus", "softmax", "clip")
SETUP = (rf"Seeds {toy.HELD_OUT[0]} to {toy.HELD_OUT[-1]}, held out: learning rate 1 and the batch were chosen on "
         rf"seeds 0 to 7, clipping and detector are not tuned. Width {toy.WIDTH}, {toy.TOKENS} tokens, batches of "
         rf"{toy.BATCH}, momentum {toy.MOMENTUM}, {toy.STEPS} steps; a run fails if its final loss exceeds "
         rf"{toy.FAILED}. Detector: threshold 3, rate 0.1, 10 steps of warm-up.")


@dataclass(frozen=True)
class Survey:
    """Runs by learning rate and protection, and the rescues of failed runs."""
    runs: dict
    rescues: dict


def compute():
    return Survey({rate: toy.survey(learning_rate=rate) for rate in RATES}, toy.rescues())


def successes(survey, name, rate):
    return survey.runs[rate][name].successes


# --- how many runs end well ----------------------------------------------------------------------------------------

def outcomes_caption(survey):
    wins = all(successes(survey, "clipping at 1", r) >= max(successes(survey, n, r) for n in GUARDED) for r in RATES)
    forced = survey.rescues
    return Caption(
        title="What saves an attention layer at a learning rate at which it fails",
        finding=f"Gradient clipping {'beats' if wins else 'does not beat'} every guarded policy; smoothing that lowers "
                "values comes close; only smoothing rescues.",
        shows=rf"Runs of {len(toy.HELD_OUT)} that end well, at learning rates {RATES[0]:g} (dark) and {RATES[1]:g} "
              r"(light). Softplus raises every value, so guarded it does nothing. The three controls use the same "
              r"detector and skip the spiking step, zero the momentum, or both; “smoothing alone” takes the step "
              r"and keeps the momentum.",
        parameters=SETUP,
        constants={"Rescue after failure":
                   f"of {forced['failed']} failed runs {forced['forced and watched']} recover with five forced "
                   f"smoothings "
                   f"and the detector, {forced['five forced']} with the five alone, {forced['watched']} with the "
                   f"detector "
                   f"alone, {forced['clipping']} with clipping, {forced['momentum reset']} with a momentum reset "
                   f"(SING-42)"})


def outcomes(survey):
    figure = canvas(outcomes_caption(survey), 11, 5.2)
    figure.get_layout_engine().set(w_pad=0.2)
    with matplotlib.rc_context(SETTINGS):
        axis = figure.subplots()
        names, total = list(toy.PROTECTIONS), len(toy.HELD_OUT)
        for i, name in enumerate(names):
            colour = SHOWN.get(name, GREY if name in ("skip", "reset", "skip and reset") else ORANGE)
            for shift, rate, alpha in ((-0.2, RATES[0], 1), (0.2, RATES[1], 0.45)):
                count = successes(survey, name, rate)
                axis.barh(i + shift, count, height=0.36, color=colour, alpha=alpha, lw=0)
                axis.text(count + 0.2, i + 1.05*shift, str(count), va="center_baseline", size=9.5)
        axis.set_yticks(range(len(names)), [LABELS[n] for n in names], size=10)
        axis.invert_yaxis()
        axis.set_xlim(0, total + 1.2)
        axis.axvline(total, color=MIST, lw=1, zorder=0)
        axis.set_xlabel(f"runs of {total} that end well")
    return figure


# --- over training -------------------------------------------------------------------------------------------------

PANELS = (("loss of the batch", lambda r: r.losses, "log"),
          ("gradient norm", lambda r: r.gradient_norms, "log"),
          (r"stable rank of $W_K$", lambda r: r.stable_ranks[..., 1], "linear"),
          (r"alignment $\varphi=|u_1(W_K)\cdot\beta_1|$", lambda r: r.alignment, "linear"))


def training_caption(survey):
    nothing = survey.runs[RATES[0]]["nothing"]
    ends = nothing.stable_ranks[nothing.failed, -1, 1]
    good = nothing.stable_ranks[~nothing.failed, -1, 1]
    return Caption(
        title="Loss, gradient, stable rank and alignment over training",
        finding="All runs first lose stable rank and gain alignment; protected ones recover, those that fail do not.",
        shows=r"Median and 10–90 % of all runs, for nothing (red), clipping (blue) and guarded logarithmic smoothing "
              r"(green). "
              r"$\beta_1$ is the mean direction of the tokens, $u_1$ the top singular vector of $W_K$ on the side of "
              r"the "
              r"input.",
        parameters=SETUP + rf" Learning rate {RATES[0]:g}.",
        constants={r"Stable rank of $W_K$ at the end":
                   f"median {np.median(ends):.2f} in the {len(ends)} failed runs, {np.median(good):.2f} in the "
                   f"{len(good)} "
                   "others, unprotected (toy; compare SING-11, SING-16)"})


def training(survey):
    figure = canvas(training_caption(survey), 11, 6.2)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(2, 2, sharex=True)
        for axis, (title, part, scale) in zip(axes.flat, PANELS):
            for name, colour in SHOWN.items():
                values = part(survey.runs[RATES[0]][name])
                steps = toy.EVERY*np.arange(values.shape[1])
                low, median, high = np.quantile(values, (0.1, 0.5, 0.9), axis=0)
                if scale == "log":
                    low, median, high = (np.maximum(x, 1e-9) for x in (low, median, high))
                axis.fill_between(steps, low, high, color=colour, alpha=0.15, lw=0)
                axis.plot(steps, median, color=colour, label=LABELS[name], lw=1.6)
            axis.set_yscale(scale)
            axis.set_title(title)
            axis.set_xlim(0, toy.STEPS)
        axes[0, 0].legend(loc="lower left")
        for axis in axes[1]:
            axis.set_xlabel("step")
        axes[1, 1].set_ylim(0, 1)
        axes[1, 0].set_ylim(1, None)
    return figure


# --- singular spectra ----------------------------------------------------------------------------------------------

def spectra_caption(survey):
    seed = failing_seed(survey)
    tops = {name: survey.runs[RATES[0]][name].spectra[seed, :, 0] for name in SHOWN}
    return Caption(
        title="Singular values of the key matrix over training, in one run",
        finding="At the failure the top singular values break away from the others; clipping prevents it, smoothing "
                "brings them back.",
        shows=r"All 16 singular values of $W_K$, the largest in colour, on one logarithmic scale.",
        parameters=SETUP + rf" Learning rate {RATES[0]:g}, seed {toy.HELD_OUT[seed]}, the first that fails unprotected "
                           rf"and "
                           "ends well with both protections.",
        constants={r"Largest $\sigma_1(W_K)$": ", ".join(f"{LABELS[n]}: {top.max():.1f}" for n, top in tops.items())
                   + " (SING-35: a guarded smoothing never raises it)"})


def failing_seed(survey):
    runs = survey.runs[RATES[0]]
    wanted = runs["nothing"].failed & ~runs["clipping at 1"].failed & ~runs["logarithmic"].failed
    return int(np.flatnonzero(wanted)[0])


def spectra(survey):
    figure = canvas(spectra_caption(survey), 12, 4.2)
    seed = failing_seed(survey)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(1, 3, sharey=True)
        for axis, (name, colour) in zip(axes, SHOWN.items()):
            values = np.maximum(survey.runs[RATES[0]][name].spectra[seed], 1e-3)
            steps = toy.EVERY*np.arange(len(values))
            axis.plot(steps, values[:, 1:], color=INK, alpha=0.35, lw=0.9)
            axis.plot(steps, values[:, 0], color=colour, lw=2.2)
            axis.set_yscale("log")
            axis.set_title(LABELS[name])
            axis.set_xlabel("step")
            axis.set_xlim(0, toy.STEPS)
            axis.set_ylim(1e-2, None)
        axes[0].set_ylabel(r"$\sigma_i(W_K)$")
    return figure


# --- the table -----------------------------------------------------------------------------------------------------

def table(survey):
    """The outcomes as Markdown."""
    lines = ["| protection | " + " | ".join(f"lr {r:g}: end well | median loss | mean spikes" for r in RATES) + " |",
             "|---|" + "---:|"*(3*len(RATES))]
    for name in toy.PROTECTIONS:
        cells = []
        for rate in RATES:
            runs = survey.runs[rate][name]
            cells += [f"{runs.successes}/{len(runs.seeds)}", f"{np.median(runs.final):.2g}",
                      f"{runs.spikes.mean():.1f}"]
        lines.append(f"| {LABELS[name]} | " + " | ".join(cells) + " |")
    lines += ["", "| from the middle of training on | failed runs that recover |", "|---|---:|"]
    for name in toy.RESCUES:
        lines.append(f"| {name} | {survey.rescues[name]}/{survey.rescues['failed']} |")
    return "\n".join(lines) + "\n"


FIGURES = {"outcomes": outcomes, "training": training, "spectra": spectra}


def main(arguments=None):
    parser = ArgumentParser(description="figures and a table on singularity smoothing")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder to write to; made if not there")
    out = parser.parse_args(arguments).out
    out.mkdir(parents=True, exist_ok=True)
    survey = compute()
    for name, draw in FIGURES.items():
        figure = draw(survey)
        for suffix in ("svg", "png"):
            save(figure, out/f"{name}.{suffix}")
    (out/"table.md").write_text(table(survey))
    print(table(survey))


if __name__ == "__main__":
    main()
